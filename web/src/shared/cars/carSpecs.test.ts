import { expect, it } from 'vitest'
import { normalizeSpaces } from '../../../tests/normalizeSpaces.ts'
import { listCarSpecs } from './carSpecs.ts'

const car = { year: 2022, mileage_km: 64_000, engine: '3.0 л, дизель' }

it('the specifications of a car are formatted, and unknown ones are left out', () => {
  const specs = listCarSpecs({ ...car, power_hp: 286 }).join(', ')
  expect(normalizeSpaces(specs)).toBe('2022 год, 64 000 км, 3,0 л, дизель, 286 л. с.')
  expect(listCarSpecs({ ...car, power_hp: 0, transmission: 'automatic' })).toHaveLength(4)
})
