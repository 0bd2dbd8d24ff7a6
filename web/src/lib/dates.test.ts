import { describe, expect, it } from 'vitest'
import { normalizeSpaces } from '../../tests/normalizeSpaces.ts'
import {
  formatDay,
  formatDayAndTime,
  formatDayRange,
  formatNumericDay,
  formatShortDateTime,
  formatShortDay,
  toIsoDay,
} from './dates.ts'

const now = '2026-11-20T12:00:00Z'

describe('dates in Moscow', () => {
  it('show the day, the time and the time zone', () => {
    expect(normalizeSpaces(formatDayAndTime('2026-11-20T11:05:00Z'))).toBe(
      '20 ноября 2026, 14:05 МСК',
    )
  })
  it('change to the next day at midnight in Moscow', () => {
    expect(normalizeSpaces(formatDay('2026-11-20T21:00:00Z'))).toBe('21 ноября 2026')
  })
  it('show a plain date as that day', () =>
    expect(normalizeSpaces(formatDay('2026-01-01'))).toBe('1 января 2026'))
  it('have short forms without the current year', () => {
    expect(normalizeSpaces(formatShortDay('2026-10-09', now))).toBe('9 окт.')
    expect(normalizeSpaces(formatShortDay('2025-10-09', now))).toBe('9 окт. 2025')
    expect(formatNumericDay('2026-11-09')).toBe('09.11.2026')
  })
  it('show only the time for today, and no year for this year', () => {
    expect(formatShortDateTime('2026-11-20T11:02:00Z', now)).toBe('14:02')
    expect(normalizeSpaces(formatShortDateTime('2026-10-02T14:31:00Z', now))).toBe('2 окт., 17:31')
    expect(normalizeSpaces(formatShortDateTime('2025-10-02T14:31:00Z', now))).toBe('2 окт. 2025')
  })
  it('form a range that repeats neither the month nor the year', () => {
    expect(normalizeSpaces(formatDayRange('2026-12-08', '2026-12-09'))).toBe('8–9 декабря')
    expect(normalizeSpaces(formatDayRange('2026-11-28', '2026-12-01'))).toBe(
      '28 ноября — 1 декабря',
    )
    expect(normalizeSpaces(formatDayRange('2026-12-28', '2027-01-03'))).toBe(
      '28 декабря 2026 — 3 января 2027',
    )
  })
  it('have the format of the API', () => {
    expect(toIsoDay('2026-11-08T21:00:00Z')).toBe('2026-11-09')
    expect(toIsoDay('2026-01-01')).toBe('2026-01-01')
    expect(toIsoDay('soon')).toBe('')
  })
  it('show a dash for an invalid date', () => expect(formatDay('soon')).toBe('—'))
})
