import { expect, it } from 'vitest'
import { timeLeft } from './timeLeft.ts'

it('says days, hours, minutes and seconds, and nothing when the time is over', () => {
  const hour = 60 * 60 * 1000
  expect(timeLeft(2 * hour)).toBe('02:00:00')
  expect(timeLeft(59_000)).toBe('00:00:59')
  expect(timeLeft(52 * hour + 61_000)?.replace('\u00a0', ' ')).toBe('2 дня 04:01:01')
  expect(timeLeft(0)).toBeNull()
  expect(timeLeft(-1)).toBeNull()
})
