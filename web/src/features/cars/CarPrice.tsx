import { Link } from 'react-router'
import type { OutlookRequest } from '../../api/wire/calculator.ts'
import type { CarRead } from '../../api/wire/content.ts'
import { formatDay, toIsoDay } from '../../lib/dates.ts'
import { formatNumber, formatRoubles } from '../../lib/numbers.ts'
import { NBSP } from '../../lib/spaces.ts'
import { buildCalculatorPath, type CalculatorValues } from '../../shared/calculatorLink.ts'
import { OutlookSection } from '../../shared/outlook/OutlookSection.tsx'
import { car as texts } from '../../shared/texts/cars.ts'
import { whoBearsRisk } from '../../shared/texts/risk.ts'
import { GiantPrice } from '../../ui/GiantPrice.tsx'
import { MeasuredBar } from '../../ui/MeasuredBar.tsx'
import { Swatch } from '../../ui/Swatch.tsx'
import { groupPriceParts, listPriceParts } from './priceParts.ts'

/** The turnkey total, and below it the price with customs payments that the catalogue shows. */
export function CarPrice({ car }: { car: CarRead }) {
  const { price_rub: price, eur_rate: rate, rate_date: date, turnkey } = car
  if (price === null) return <p className="lead">{texts.priceAsk}</p>
  const note =
    rate && date ? texts.priceNote(`${formatNumber(rate)}${NBSP}₽`, formatDay(date)) : undefined
  return (
    <div>
      <GiantPrice value={formatRoubles(turnkey?.total_rub ?? price)} label={texts.price} />
      {turnkey && (
        <p className="s ink2 cars-with-customs">
          {texts.withCustoms} <span className="num strong">{formatRoubles(price)}</span>
        </p>
      )}
      {note && <p className="xs mute num">{note}</p>}
    </div>
  )
}

/** The parts of the price, and who bears the risk of changes. */
export function CarPriceParts({ car }: { car: CarRead }) {
  const parts = listPriceParts(car)
  if (car.price_rub === null) return null
  return (
    <section className="page cars-cost" aria-labelledby="parts-title">
      <h2 id="parts-title" className="h3">
        {texts.partsTitle}
      </h2>
      {parts && (
        <>
          <MeasuredBar parts={parts} groups={groupPriceParts(parts)} shares />
          <ul className="cars-parts">
            {parts.map(({ id, label, value, hatch }) => (
              <li key={id} className="row">
                <Swatch hatch={hatch} />
                {label}
                <span className="num">{formatRoubles(value)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="s ink2 cars-parts-note">
        {whoBearsRisk}{' '}
        <Link to={buildCalculatorPath(toCalculatorValues(car))}>{texts.calculate}</Link>
      </p>
    </section>
  )
}

/** The next changes of the customs payments. Empty for a sold car, or if they cannot be calculated. */
export function CarOutlook({ car }: { car: CarRead }) {
  const request = buildOutlookRequest(car)
  if (car.status === 'sold' || !request) return null
  return <OutlookSection request={request} heading="h2" className="page cars-outlook" />
}

/**
 * The calculator's values for a car. The price excludes customs payments if the response has the parts
 * of the price. The age is in whole years; the year of manufacture takes precedence over it. A car made this
 * year counts as new, as in the price of the catalogue: its exact age is unknown.
 */
function toCalculatorValues(car: CarRead, now = new Date()): CalculatorValues {
  const carPrice = Number(car.price_details?.carPrice)
  const inRoubles = (car.price_eur ?? 0) * (car.eur_rate ?? 0)
  const isElectric = car.fuel === 'electric'
  const year = Number(toIsoDay(now).slice(0, 4))
  return {
    price: Math.round(carPrice > 0 ? carPrice : inRoubles) || undefined,
    engineVolumeLiters: isElectric ? undefined : (car.engine_volume_l ?? undefined),
    age: Math.max(0, year - car.year),
    manufacture_date: car.year < year ? String(car.year) : undefined,
    fuelType: car.fuel === 'diesel' ? 'diesel' : 'petrol',
    importCategory: 'personal',
    ...readPower(car),
    isElectric,
  }
}

/** The power for the customs payments: from the car's papers if it is known, otherwise from the catalogue. */
function readPower({ power_kw, power_hp }: CarRead) {
  if (power_kw != null) return { enginePower: power_kw, enginePowerUnit: 'kW' as const }
  return { enginePower: power_hp || undefined, enginePowerUnit: 'hp' as const }
}

export function buildOutlookRequest(car: CarRead, now = new Date()): OutlookRequest | null {
  const { price, age, manufacture_date, ...specs } = toCalculatorValues(car, now)
  const isComplete = price !== undefined && (specs.isElectric || specs.engineVolumeLiters)
  if (!isComplete) return null
  const ageOfCar = manufacture_date ? { manufacture_date } : { age }
  return { ...specs, ...ageOfCar, price, importCategory: 'personal' }
}
