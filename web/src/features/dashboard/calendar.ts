// Days of the Moscow calendar. Plans of orders are in days, not in hours.

import { isoDay, type Moment } from '../../lib/dates'

const dayMs = 24 * 60 * 60 * 1000

/** The number of days from one date to another; negative if the second is earlier. */
export function daysBetween(from: Moment, to: Moment): number {
  return Math.round((Date.parse(isoDay(to)) - Date.parse(isoDay(from))) / dayMs)
}
