// Days of the Moscow calendar, as plain dates: plans are made in days, not in hours.

import { isoDay, type Moment } from '../../lib/dates'

const dayMs = 24 * 60 * 60 * 1000

/** How many days lie from one to the other; negative when it goes back. */
export function daysBetween(from: Moment, to: Moment): number {
  return Math.round((Date.parse(isoDay(to)) - Date.parse(isoDay(from))) / dayMs)
}
