import { expect, it } from 'vitest'
import { bodyNames } from '../texts/cars.ts'
import { chooseBody } from './carBodies.ts'

it('only sedans, liftbacks and unknown bodies are drawn as a sedan', () => {
  const drawnAsSedan = Object.keys(bodyNames).filter((type) => chooseBody(type) === 'sedan')
  expect(drawnAsSedan).toEqual(['sedan', 'liftback'])
  expect(chooseBody('spaceship')).toBe('sedan')
})
