import { expect, it } from 'vitest'
import { bodyNames } from '../texts/cars.ts'
import { bodyOf } from './carBodies.ts'
import { listCarSpecs } from './carSpecs.ts'

const specSource = { year: 2022, mileage_km: 64_000, engine: '3.0 л, дизель' }

it('draws every body that has a name by its nearest drawing', () => {
  const sedans = Object.keys(bodyNames).filter((type) => bodyOf(type) === 'sedan')
  expect(sedans).toEqual(['sedan', 'liftback'])
  expect(bodyOf('spaceship')).toBe('sedan')
})

it('leaves out an unknown power', () => {
  const known = listCarSpecs({ ...specSource, power_hp: 286 }).join(', ')
  expect(known.replace(/\s/g, ' ')).toBe('2022 год, 64 000 км, 3,0 л, дизель, 286 л. с.')
  expect(listCarSpecs({ ...specSource, power_hp: 0 })).toHaveLength(3)
})
