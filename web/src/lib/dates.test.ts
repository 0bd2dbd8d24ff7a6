import { describe, expect, it } from 'vitest'
import { day, dayAndTime, days, isoDay, numericDay, shortDateTime, shortDay } from './dates.ts'

const seen = (text: string) => text.replaceAll('\u00a0', ' ')
const now = '2026-11-20T12:00:00Z'

describe('dates in Moscow', () => {
  it('says day and time', () => {
    expect(seen(dayAndTime('2026-11-20T11:05:00Z'))).toBe('20 ноября 2026, 14:05 МСК')
  })
  it('turns to the next day at Moscow midnight', () => {
    expect(seen(day('2026-11-20T21:00:00Z'))).toBe('21 ноября 2026')
  })
  it('keeps a plain date as that day', () => expect(seen(day('2026-01-01'))).toBe('1 января 2026'))
  it('shortens', () => {
    expect(seen(shortDay('2026-10-09', now))).toBe('9 окт.')
    expect(seen(shortDay('2025-10-09', now))).toBe('9 окт. 2025')
    expect(numericDay('2026-11-09')).toBe('09.11.2026')
  })
  it('is brief about what is near', () => {
    expect(shortDateTime('2026-11-20T11:02:00Z', now)).toBe('14:02')
    expect(seen(shortDateTime('2026-10-02T14:31:00Z', now))).toBe('2 окт., 17:31')
    expect(seen(shortDateTime('2025-10-02T14:31:00Z', now))).toBe('2 окт. 2025')
  })
  it('joins a span', () => {
    expect(seen(days('2026-12-08', '2026-12-09'))).toBe('8–9 декабря')
    expect(seen(days('2026-11-28', '2026-12-01'))).toBe('28 ноября — 1 декабря')
    expect(seen(days('2026-12-28', '2027-01-03'))).toBe('28 декабря 2026 — 3 января 2027')
  })
  it('writes a day as services do', () => {
    expect(isoDay('2026-11-08T21:00:00Z')).toBe('2026-11-09')
    expect(isoDay('2026-01-01')).toBe('2026-01-01')
    expect(isoDay('soon')).toBe('')
  })
  it('shows a dash for what is no date', () => expect(day('soon')).toBe('—'))
})
