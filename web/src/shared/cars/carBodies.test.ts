import { expect, it } from 'vitest'
import { bodyNames } from '../texts/cars.ts'
import { bodyOf } from './carBodies.ts'

it('only sedans, liftbacks and unknown bodies are drawn as a sedan', () => {
  const drawnAsSedan = Object.keys(bodyNames).filter((type) => bodyOf(type) === 'sedan')
  expect(drawnAsSedan).toEqual(['sedan', 'liftback'])
  expect(bodyOf('spaceship')).toBe('sedan')
})
