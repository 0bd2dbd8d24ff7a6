// Values of `datetime-local` fields, which are Moscow time (lib/dates.ts), and moments of the API.

import { moscowOffsetMs } from './dates.ts'

const hours = moscowOffsetMs / (60 * 60 * 1000)
const isoOffset = `+${String(hours).padStart(2, '0')}:00`

/** '2026-11-20T13:00' to '2026-11-20T13:00:00+03:00'. */
export const readMoscowTime = (local: string): string => `${local}:00${isoOffset}`

/** '2026-11-20T10:00:00Z' to '2026-11-20T13:00'. */
export const toMoscowTime = (moment: string): string =>
  new Date(Date.parse(moment) + moscowOffsetMs).toISOString().slice(0, 16)
