// 'Открыто сейчас' from the opening hours of the next days, which the server computes: the same hours, holidays and
// exceptions as for bookings and deadlines.

import type { OpenDay } from '../api/wire/content.ts'
import { openness as texts } from './texts/openness.ts'

const moscowOffset = 3 * 60 * 60 * 1000
const dayLength = 24 * 60 * 60 * 1000

/** '09:00' as it is written in Russian: 9:00. */
const clock = (time: string) => time.replace(/^0(?=\d:)/, '')

/** null when no day is known to be open: then nothing is claimed. */
export function openness(
  openDays: readonly OpenDay[],
  now: Date,
): { isOpen: boolean; words: string } | null {
  // Moscow keeps one time all year, so its clock is read as if it were that of Greenwich.
  const [today = '', time = ''] = new Date(now.getTime() + moscowOffset).toISOString().split('T')
  const minute = time.slice(0, 5)
  const next = openDays.find(({ date, to }) => date > today || (date === today && minute < to))
  if (!next) return null
  if (next.date === today && minute >= next.from)
    return { isOpen: true, words: texts.open(clock(next.to)) }
  const at = clock(next.from)
  if (next.date === today) return { isOpen: false, words: texts.opensToday(at) }
  const daysAhead = (Date.parse(next.date) - Date.parse(today)) / dayLength
  if (daysAhead === 1) return { isOpen: false, words: texts.opensTomorrow(at) }
  const day = texts.days[new Date(next.date).getUTCDay()] ?? ''
  // Within a week the name of the day is enough; later its date is needed.
  return daysAhead < 7
    ? { isOpen: false, words: texts.opensLater(day, at) }
    : { isOpen: false, words: texts.opensOn(dayAndMonth(next.date), at) }
}

const dayAndMonth = (date: string) =>
  new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(date),
  )
