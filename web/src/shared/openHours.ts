// Describes whether the office is open now, or when it opens next. The server computes the opening
// hours of the next days from the same hours, holidays and exceptions as bookings and deadlines.

import type { OpenDay } from '../api/wire/content.ts'
import { formatDayRange, moscowOffsetMs } from '../lib/dates.ts'
import { openness as texts } from './texts/openness.ts'

const dayLength = 24 * 60 * 60 * 1000

/** '09:00' as written in Russian: 9:00. */
const shortenClockTime = (time: string) => time.replace(/^0(?=\d:)/, '')

/** null if no open day is known: then the page claims nothing. */
export function describeOpenness(
  openDays: readonly OpenDay[],
  now: Date,
): { isOpen: boolean; words: string } | null {
  const [today = '', time = ''] = new Date(now.getTime() + moscowOffsetMs).toISOString().split('T')
  const clockTime = time.slice(0, 5)
  const next = openDays.find(({ date, to }) => date > today || (date === today && clockTime < to))
  if (!next) return null
  if (next.date === today && clockTime >= next.from)
    return { isOpen: true, words: texts.open(shortenClockTime(next.to)) }
  const openingTime = shortenClockTime(next.from)
  if (next.date === today) return { isOpen: false, words: texts.opensToday(openingTime) }
  const daysAhead = (Date.parse(next.date) - Date.parse(today)) / dayLength
  if (daysAhead === 1) return { isOpen: false, words: texts.opensTomorrow(openingTime) }
  const day = texts.days[new Date(next.date).getUTCDay()] ?? ''
  // Within a week the weekday is enough; later the date is needed.
  return daysAhead < 7
    ? { isOpen: false, words: texts.opensLater(day, openingTime) }
    : { isOpen: false, words: texts.opensOn(formatDayRange(next.date, next.date), openingTime) }
}
