import { expect, it } from 'vitest'
import { readMoscowTime, toMoscowTime } from './moscowTime.ts'

it('a field in Moscow time and the same moment in UTC become each other', () => {
  expect(readMoscowTime('2026-11-20T00:30')).toBe('2026-11-20T00:30:00+03:00')
  expect(new Date(readMoscowTime('2026-11-20T00:30')).toISOString()).toBe(
    '2026-11-19T21:30:00.000Z',
  )
  expect(toMoscowTime('2026-11-19T21:30:00Z')).toBe('2026-11-20T00:30')
})
