import type { CarRead } from '../../api/wire/content.ts'
import { capitalize } from '../../lib/capitalize.ts'
import { formatEuros, formatWithUnit } from '../../lib/numbers.ts'
import { typographer } from '../../lib/typography.ts'
import {
  bodyNames,
  carTags,
  driveNames,
  fuelNames,
  gearboxNames,
  car as texts,
} from '../../shared/texts/cars.ts'
import { carUnits } from '../../shared/texts/carUnits.ts'
import { Badge } from '../../ui/Tag.tsx'

const findName = (names: Record<string, string>, value: string | null) =>
  value && (names[value] ?? value)

export function CarSpecs({ car }: { car: CarRead }) {
  const { specNames: names } = texts
  const rows: [string, string | false | null][] = [
    [names.year, String(car.year)],
    [names.mileage, formatWithUnit(car.mileage_km, carUnits.km)],
    [names.body, findName(bodyNames, car.body_type)],
    [names.engine, typographer(car.engine) || findName(fuelNames, car.fuel)],
    [names.power, car.power_hp > 0 && formatWithUnit(car.power_hp, carUnits.hp)],
    [names.powerInPapers, car.power_kw != null && formatWithUnit(car.power_kw, carUnits.kw)],
    [names.gearbox, findName(gearboxNames, car.transmission)],
    [names.drive, findName(driveNames, car.drive)],
    [names.colour, car.colour && capitalize(car.colour)],
    [names.length, car.length_mm !== null && formatWithUnit(car.length_mm, carUnits.mm)],
    [names.place, [car.city, car.country].filter(Boolean).join(', ')],
    [names.priceThere, car.price_eur !== null && formatEuros(car.price_eur)],
  ]
  return (
    <section className="cars-about" aria-labelledby="specs-title">
      <div>
        <h2 id="specs-title" className="h3">
          {texts.specs}
        </h2>
        <dl className="cars-rows">
          {rows.map(
            ([term, value]) =>
              value && (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd className="num">{value}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
      <div>
        {car.description && (
          <>
            <h2 className="h3">{texts.report}</h2>
            <p className="cars-report">{typographer(car.description)}</p>
          </>
        )}
        {car.tags.length > 0 && (
          <ul className="cars-tags">
            {car.tags.map((tag) => (
              <li key={tag}>
                <Badge>{carTags[tag] ?? tag}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
