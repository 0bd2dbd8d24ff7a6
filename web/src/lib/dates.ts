import { NBSP } from './spaces.ts'

/**
 * Milliseconds between Moscow time and UTC. Moscow has had UTC+3 without daylight saving time since
 * 26 October 2014 (Federal Law 248-FZ of 21 July 2014). All times on the site are Moscow time,
 * wherever the user is. `Intl.DateTimeFormat` is not used: creating the first one blocks a phone for
 * 20 to 60 ms.
 */
export const moscowOffsetMs = 3 * 60 * 60 * 1000

const months = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
]
const shortMonths = [
  'янв.',
  'февр.',
  'марта',
  'апр.',
  'мая',
  'июня',
  'июля',
  'авг.',
  'сент.',
  'окт.',
  'нояб.',
  'дек.',
]

export type Moment = string | number | Date

type Parts = { year: string; month: number; day: string; hour: string; minute: string }

function splitMoment(moment: Moment): Parts | null {
  // A plain date is a calendar day, not midnight UTC.
  const isDay = typeof moment === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(moment)
  const date = new Date(isDay ? `${moment}T12:00:00Z` : moment)
  if (Number.isNaN(date.getTime())) return null
  // The UTC fields of the shifted date are the clock and the calendar of Moscow.
  const shifted = new Date(date.getTime() + moscowOffsetMs)
  return {
    year: String(shifted.getUTCFullYear()),
    month: shifted.getUTCMonth() + 1,
    day: String(shifted.getUTCDate()),
    hour: String(shifted.getUTCHours()).padStart(2, '0'),
    minute: String(shifted.getUTCMinutes()).padStart(2, '0'),
  }
}

const noDate = '—'

/** '20 ноября 2026' */
export function formatDay(moment: Moment): string {
  const parts = splitMoment(moment)
  return parts ? `${parts.day}${NBSP}${months[parts.month - 1]} ${parts.year}` : noDate
}

/** '20 нояб.', with the year unless it is the current one. */
export function formatShortDay(moment: Moment, now: Moment = new Date()): string {
  const parts = splitMoment(moment)
  if (!parts) return noDate
  const year = parts.year === splitMoment(now)?.year ? '' : ` ${parts.year}`
  return `${parts.day}${NBSP}${shortMonths[parts.month - 1]}${year}`
}

/** '20.11.2026', for tables and the stamp. */
export function formatNumericDay(moment: Moment): string {
  const parts = splitMoment(moment)
  return parts
    ? `${parts.day.padStart(2, '0')}.${String(parts.month).padStart(2, '0')}.${parts.year}`
    : noDate
}

/** '20.11.2026 14:05' in Moscow, which Russian spreadsheets read as a time; empty for an invalid date. */
export function formatSpreadsheetTime(moment: Moment): string {
  return splitMoment(moment) ? `${formatNumericDay(moment)} ${formatTime(moment)}` : ''
}

/** '2026-11-20', as in the API; empty for an invalid date. */
export function toIsoDay(moment: Moment): string {
  const parts = splitMoment(moment)
  if (!parts) return ''
  return [parts.year, String(parts.month).padStart(2, '0'), parts.day.padStart(2, '0')].join('-')
}

/** '14:05' */
export function formatTime(moment: Moment): string {
  const parts = splitMoment(moment)
  return parts ? `${parts.hour}:${parts.minute}` : noDate
}

/** '20 ноября 2026, 14:05 МСК' */
export function formatDayAndTime(moment: Moment): string {
  return splitMoment(moment) ? `${formatDay(moment)}, ${formatTime(moment)}${NBSP}МСК` : noDate
}

/** '14:05' today, '20 нояб., 14:05' this year, '20 нояб. 2025' before. */
export function formatShortDateTime(moment: Moment, now: Moment = new Date()): string {
  const parts = splitMoment(moment)
  const today = splitMoment(now)
  if (!parts || !today) return noDate
  if (parts.year !== today.year) return formatShortDay(moment, now)
  if (parts.month === today.month && parts.day === today.day) return formatTime(moment)
  return `${formatShortDay(moment, now)}, ${formatTime(moment)}`
}

/** '8–9 декабря', '28 ноября — 1 декабря', '28 декабря 2026 — 3 января 2027' */
export function formatDayRange(from: Moment, to: Moment): string {
  const start = splitMoment(from)
  const end = splitMoment(to)
  if (!start || !end) return noDate
  const lastDay = `${end.day}${NBSP}${months[end.month - 1]}`
  if (start.year !== end.year) return `${formatDay(from)}${NBSP}— ${formatDay(to)}`
  if (start.month !== end.month)
    return `${start.day}${NBSP}${months[start.month - 1]}${NBSP}— ${lastDay}`
  return start.day === end.day ? lastDay : `${start.day}–${lastDay}`
}
