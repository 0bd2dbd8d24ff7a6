// Rows of the comparison table. A row shows one property of all records.

import type { KeptCalculation } from '../../api/wire/calculator.ts'
import type { CarRead } from '../../api/wire/content.ts'
import { capitalize } from '../../lib/capitalize.ts'
import { formatDay } from '../../lib/dates.ts'
import { formatEuros, formatNumber, formatRoubles, formatWithUnit } from '../../lib/numbers.ts'
import { formatCount } from '../../lib/plural.ts'
import { NBSP } from '../../lib/spaces.ts'
import { typographer } from '../../lib/typography.ts'
import { customsPayments, findDetailAmount } from '../../shared/cars/customsPayments.ts'
import { describeState } from '../../shared/cars/describeState.ts'
import { formatSumByPower } from '../../shared/sumByPower.ts'
import { bodyNames, carTags, driveNames, fuelNames, gearboxNames } from '../../shared/texts/cars.ts'
import { carUnits } from '../../shared/texts/carUnits.ts'
import { compare as texts } from '../../shared/texts/compare.ts'
import { reservation } from '../../shared/texts/reservation.ts'

export type Row = {
  label: string
  /** One text for each column; null where it is unknown. */
  values: (string | null)[]
  /** Sums in roubles: the table says by how much each is above the lowest. */
  sums?: (number | null)[]
}

/** One record for each column. Null for a record that is missing or not loaded. */
type Records<Compared> = readonly (Compared | null)[]

const createTextRow = <Compared>(
  label: string,
  records: Records<Compared>,
  read: (record: Compared) => string | false | null | undefined,
): Row => ({ label, values: records.map((record) => (record && read(record)) || null) })

function createSumRow<Compared>(
  label: string,
  records: Records<Compared>,
  read: (record: Compared) => number | null | undefined,
): Row {
  const sums = records.map((record) => (record ? (read(record) ?? null) : null))
  return { label, sums, values: sums.map((sum) => (sum === null ? null : formatRoubles(sum))) }
}

type CalculationSum =
  | 'total'
  | 'totalCustoms'
  | 'customsDuty'
  | 'vat'
  | 'exciseTax'
  | 'recyclingFee'
  | 'registrationCost'

/** A row of sums that may have two bounds. They are compared by the lower one. */
function createCalculatedRow(
  label: string,
  calculations: Records<KeptCalculation>,
  name: CalculationSum,
): Row {
  return {
    ...createSumRow(label, calculations, (calculation) => calculation[name]),
    values: calculations.map((calculation) => calculation && formatSumByPower(calculation, name)),
  }
}

const findName = (names: Record<string, string>, value: unknown) =>
  typeof value === 'string' && value ? (names[value] ?? value) : null

/** The customs payments, if the parts of the price are known. */
function findCustoms({ price_details: details }: CarRead): number | null {
  if (!details) return null
  return customsPayments.reduce((sum, name) => sum + findDetailAmount(details, name), 0)
}

/** The names of the tags, separated by commas. Only the first letter is a capital. */
const formatTags = (tags: readonly string[]) =>
  capitalize(tags.map((tag) => (carTags[tag] ?? tag).toLowerCase()).join(', '))

const isFactoryPaint = (grade: string) => grade === 'factory' || grade === 'thick'

/** `ownCarIds` are the cars that the user has reserved. */
export function createCarRows(
  cars: Records<CarRead>,
  ownCarIds: ReadonlySet<string> = new Set(),
): Row[] {
  const { rows: names } = texts
  return [
    createSumRow(names.turnkey, cars, (car) => car.turnkey?.total_rub),
    createSumRow(names.withCustoms, cars, (car) => car.price_rub),
    createSumRow(names.customs, cars, findCustoms),
    createTextRow(
      names.priceThere,
      cars,
      (car) => car.price_eur !== null && formatEuros(car.price_eur),
    ),
    createTextRow(names.status, cars, (car) => {
      if (!car.reserved_until) return describeState(car)
      return ownCarIds.has(car.id) ? reservation.byYou : carUnits.reserved
    }),
    createTextRow(names.year, cars, (car) => String(car.year)),
    createTextRow(names.mileage, cars, (car) => formatWithUnit(car.mileage_km, carUnits.km)),
    createTextRow(names.body, cars, (car) => findName(bodyNames, car.body_type)),
    createTextRow(names.engine, cars, (car) => capitalize(typographer(car.engine))),
    createTextRow(names.fuel, cars, (car) => findName(fuelNames, car.fuel)),
    createTextRow(
      names.power,
      cars,
      (car) => car.power_hp > 0 && formatWithUnit(car.power_hp, carUnits.hp),
    ),
    createTextRow(
      names.powerInPapers,
      cars,
      (car) => car.power_kw != null && formatWithUnit(car.power_kw, carUnits.kw),
    ),
    createTextRow(names.gearbox, cars, (car) => findName(gearboxNames, car.transmission)),
    createTextRow(names.drive, cars, (car) => findName(driveNames, car.drive)),
    createTextRow(names.colour, cars, (car) => car.colour && capitalize(car.colour)),
    createTextRow(
      names.length,
      cars,
      (car) => car.length_mm !== null && formatWithUnit(car.length_mm, carUnits.mm),
    ),
    createTextRow(names.place, cars, (car) => [car.city, car.country].filter(Boolean).join(', ')),
    createTextRow(
      names.repainted,
      cars,
      ({ inspection }) =>
        inspection && String(inspection.paint.filter(({ grade }) => !isFactoryPaint(grade)).length),
    ),
    createTextRow(
      names.faults,
      cars,
      (car) => car.inspection && String(car.inspection.faults.length),
    ),
    createTextRow(names.tags, cars, (car) => formatTags(car.tags)),
  ]
}

function formatEngine({ request }: KeptCalculation): string {
  if (request.isElectric) return texts.electric
  const litres = Number(request.engineVolumeLiters)
  const volume = litres > 0 ? `${formatNumber(litres)}${NBSP}${texts.litres}` : null
  return [volume, findName(fuelNames, request.fuelType)?.toLowerCase()].filter(Boolean).join(', ')
}

function formatPower({ request }: KeptCalculation): string | null {
  const unit = request.enginePowerUnit === 'kW' ? texts.kilowatts : carUnits.hp
  return request.enginePower ? formatWithUnit(Number(request.enginePower), unit) : null
}

export function createCalculationRows(calculations: Records<KeptCalculation>): Row[] {
  const { rows: names } = texts
  return [
    createCalculatedRow(names.total, calculations, 'total'),
    createCalculatedRow(names.payments, calculations, 'totalCustoms'),
    createCalculatedRow(names.duty, calculations, 'customsDuty'),
    createCalculatedRow(names.vat, calculations, 'vat'),
    createCalculatedRow(names.excise, calculations, 'exciseTax'),
    createCalculatedRow(names.recycling, calculations, 'recyclingFee'),
    createCalculatedRow(names.registration, calculations, 'registrationCost'),
    createSumRow(
      names.price,
      calculations,
      (calculation) => Number(calculation.request.price) || null,
    ),
    createTextRow(names.importer, calculations, (calculation) =>
      findName(texts.importers, calculation.request.importCategory),
    ),
    createTextRow(
      names.age,
      calculations,
      ({ request }) => request.age != null && formatCount(Number(request.age), texts.age),
    ),
    createTextRow(names.engine, calculations, formatEngine),
    createTextRow(names.power, calculations, formatPower),
    createTextRow(names.edition, calculations, (calculation) => calculation.edition),
    createTextRow(
      names.rate,
      calculations,
      (calculation) => `${formatNumber(calculation.eurRate.value)}${NBSP}₽`,
    ),
    createTextRow(names.made, calculations, (calculation) => formatDay(calculation.createdAt)),
  ]
}

/** Whether the values of a row differ. Columns without a record do not count. */
export function isDifferent({ values }: Row, isPresent: readonly boolean[]): boolean {
  const known = values.filter((_value, column) => isPresent[column])
  return new Set(known).size > 1
}
