// What every list of cars shows about a car: the drawing of its body and its main specifications.

import { formatWithUnit } from '../lib/numbers'
import { NBSP } from '../lib/spaces'
import { typographer } from '../lib/typography'
import { carUnits } from './texts/carUnits.ts'
import type { CarSummary } from './wire/content.ts'

type SpecSource = Pick<CarSummary, 'year' | 'mileage_km' | 'engine' | 'power_hp'>

/** The specifications as short texts; an unknown power is left out. */
export function carSpecs({ year, mileage_km, engine, power_hp }: SpecSource): string[] {
  const specs = [
    `${year}${NBSP}${carUnits.year}`,
    formatWithUnit(mileage_km, carUnits.km, 'text'),
    typographer(engine),
    power_hp ? formatWithUnit(power_hp, carUnits.hp, 'text') : '',
  ]
  return specs.filter(Boolean)
}
