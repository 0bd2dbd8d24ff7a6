import { expect, it } from 'vitest'
import { normalizeSpaces } from '../../tests/normalizeSpaces.ts'
import { formatTimeLeft } from './timeLeft.ts'

it('the time left has days, hours, minutes and seconds, and is null when the time is over', () => {
  const hour = 60 * 60 * 1000
  expect(formatTimeLeft(2 * hour)).toBe('02:00:00')
  expect(formatTimeLeft(59_000)).toBe('00:00:59')
  expect(normalizeSpaces(formatTimeLeft(52 * hour + 61_000))).toBe('2 дня 04:01:01')
  expect(formatTimeLeft(0)).toBeNull()
  expect(formatTimeLeft(-1)).toBeNull()
})
