// The main specifications of a car, for lists of cars.

import type { CarOffer } from '../../api/wire/content.ts'
import { formatWithUnit } from '../../lib/numbers.ts'
import { NBSP } from '../../lib/spaces.ts'
import { typographer } from '../../lib/typography.ts'
import { carUnits, drives, gearboxes } from '../texts/carUnits.ts'

type SpecSource = Pick<CarOffer, 'year' | 'mileage_km' | 'engine' | 'power_hp'> &
  Partial<Pick<CarOffer, 'transmission' | 'drive'>>

/** The specifications as short texts. Unknown ones are left out; an unknown power is 0. */
export function listCarSpecs(car: SpecSource): string[] {
  const { year, mileage_km, engine, power_hp } = car
  const specs = [
    `${year}${NBSP}${carUnits.year}`,
    formatWithUnit(mileage_km, carUnits.km, 'text'),
    typographer(engine),
    power_hp ? formatWithUnit(power_hp, carUnits.hp, 'text') : '',
    gearboxes[car.transmission ?? ''] ?? '',
    drives[car.drive ?? ''] ?? '',
  ]
  return specs.filter(Boolean)
}
