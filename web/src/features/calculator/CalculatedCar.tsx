import { Fragment } from 'react'
import type { CalculationRequest } from '../../api/wire/calculator.ts'
import { formatDay } from '../../lib/dates.ts'
import { formatNumber, formatRoubles, formatWithUnit } from '../../lib/numbers.ts'
import { formatCount } from '../../lib/plural.ts'
import { NBSP } from '../../lib/spaces.ts'
import { calculator, calculatedCar as texts } from '../../shared/texts/calculator.ts'
import '../../ui/Properties.css'

/** What was calculated: the values of the request, with the labels of the calculator. */
export function CalculatedCar({ request }: { request: Partial<CalculationRequest> }) {
  const rows = describeCar(request)
  if (rows.length === 0) return null
  return (
    <section aria-label={texts.title}>
      <dl className="ui-properties">
        {rows.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

type Row = [label: string, value: string]

/** The rows of the values that are known. */
function describeCar(request: Partial<CalculationRequest>): Row[] {
  const rows: Row[] = []
  const add = (label: string, value: string | undefined) => {
    if (value) rows.push([label, value])
  }
  add(texts.price, request.price ? formatPrice(request.price) : undefined)
  add(texts.importer, findLabel(calculator.importers, request.importCategory))
  add(texts.engine, describeEngine(request))
  add(texts.age, describeAge(request))
  add(texts.power, describePower(request))
  if (request.isCommercial) add(texts.use, texts.commercial)
  return rows
}

/** The price as it was calculated, with its kopecks. */
function formatPrice(price: number): string {
  if (Number.isInteger(price)) return formatRoubles(price, 'text')
  return `${formatNumber(price, 'text', 2)}${NBSP}₽`
}

function describeEngine(request: Partial<CalculationRequest>): string | undefined {
  if (request.isElectric) return texts.electric
  if (request.hybridType === 'series') return texts.seriesHybrid
  const volume = request.engineVolumeLiters
  const fuel = request.fuelType === 'petrol' ? texts.petrol : texts.diesel
  return volume ? `${formatWithUnit(volume, texts.litres, 'text')}, ${fuel}` : undefined
}

function describeAge({ age, manufacture_date }: Partial<CalculationRequest>): string | undefined {
  // The server calculates by the date if there is one.
  if (manufacture_date) return texts.manufactured(formatDay(manufacture_date))
  return typeof age === 'number' ? formatCount(age, texts.years, 'text') : undefined
}

function describePower(request: Partial<CalculationRequest>): string | undefined {
  const unit = findLabel(calculator.units, request.enginePowerUnit ?? 'hp')
  return request.enginePower && unit ? formatWithUnit(request.enginePower, unit, 'text') : undefined
}

const findLabel = (options: readonly { value: string; label: string }[], value?: string) =>
  options.find((option) => option.value === value)?.label
