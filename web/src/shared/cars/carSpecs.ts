// What every list of cars shows about a car: the drawing of its body and its main specifications.

import type { CarSummary } from '../../api/wire/content.ts'
import { formatWithUnit } from '../../lib/numbers.ts'
import { NBSP } from '../../lib/spaces.ts'
import { typographer } from '../../lib/typography.ts'
import { carUnits } from '../texts/carUnits.ts'

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
