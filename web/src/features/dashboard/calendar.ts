// Days of the Moscow calendar, as plain dates: plans are made in days, not in hours.

import type { Moment } from '../../lib/dates'

const dayMs = 24 * 60 * 60 * 1000
const moscow = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Moscow',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** '2026-11-20' */
export function moscowDay(moment: Moment): string {
  if (typeof moment === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(moment)) return moment
  return moscow.format(new Date(moment))
}

/** How many days lie from one to the other; negative when it goes back. */
export function daysBetween(from: Moment, to: Moment): number {
  return Math.round((Date.parse(moscowDay(to)) - Date.parse(moscowDay(from))) / dayMs)
}
