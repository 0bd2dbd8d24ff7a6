import { NBSP } from './spaces.ts'

/** All times on the site are Moscow time, wherever the user is. */
const ZONE = 'Europe/Moscow'

const MONTHS = [
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
const SHORT_MONTHS = [
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

let moscow: Intl.DateTimeFormat | undefined

/** Created when first used: reading the rules of the time zone takes a phone 30 ms. */
function inMoscow(): Intl.DateTimeFormat {
  moscow ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return moscow
}

export type Moment = string | number | Date

type Parts = { year: string; month: number; day: string; hour: string; minute: string }

function parts(moment: Moment): Parts | null {
  // A plain date is a calendar day, not midnight UTC.
  const isDay = typeof moment === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(moment)
  const date = new Date(isDay ? `${moment}T12:00:00Z` : moment)
  if (Number.isNaN(date.getTime())) return null
  const found = Object.fromEntries(
    inMoscow()
      .formatToParts(date)
      .map((p) => [p.type, p.value]),
  )
  return {
    year: found.year ?? '',
    month: Number(found.month),
    day: String(Number(found.day)),
    hour: found.hour ?? '',
    minute: found.minute ?? '',
  }
}

const NONE = '—'

/** '20 ноября 2026' */
export function day(moment: Moment): string {
  const p = parts(moment)
  return p ? `${p.day}${NBSP}${MONTHS[p.month - 1]} ${p.year}` : NONE
}

/** '20 нояб.', with the year unless it is the current one. */
export function shortDay(moment: Moment, now: Moment = new Date()): string {
  const p = parts(moment)
  if (!p) return NONE
  const year = p.year === parts(now)?.year ? '' : ` ${p.year}`
  return `${p.day}${NBSP}${SHORT_MONTHS[p.month - 1]}${year}`
}

/** '20.11.2026', for tables and the stamp. */
export function numericDay(moment: Moment): string {
  const p = parts(moment)
  return p ? `${p.day.padStart(2, '0')}.${String(p.month).padStart(2, '0')}.${p.year}` : NONE
}

/** '2026-11-20', as in the API; empty for an invalid date. */
export function isoDay(moment: Moment): string {
  const p = parts(moment)
  if (!p) return ''
  return [p.year, String(p.month).padStart(2, '0'), p.day.padStart(2, '0')].join('-')
}

/** '14:05' */
export function time(moment: Moment): string {
  const p = parts(moment)
  return p ? `${p.hour}:${p.minute}` : NONE
}

/** '20 ноября 2026, 14:05 МСК' */
export function dayAndTime(moment: Moment): string {
  return parts(moment) ? `${day(moment)}, ${time(moment)}${NBSP}МСК` : NONE
}

/** '14:05' today, '20 нояб., 14:05' this year, '20 нояб. 2025' before. */
export function shortDateTime(moment: Moment, now: Moment = new Date()): string {
  const p = parts(moment)
  const today = parts(now)
  if (!p || !today) return NONE
  if (p.year !== today.year) return shortDay(moment, now)
  if (p.month === today.month && p.day === today.day) return time(moment)
  return `${shortDay(moment, now)}, ${time(moment)}`
}

/** '8–9 декабря', '28 ноября — 1 декабря', '28 декабря 2026 — 3 января 2027' */
export function days(from: Moment, to: Moment): string {
  const a = parts(from)
  const b = parts(to)
  if (!a || !b) return NONE
  const end = `${b.day}${NBSP}${MONTHS[b.month - 1]}`
  if (a.year !== b.year) return `${day(from)}${NBSP}— ${day(to)}`
  if (a.month !== b.month) return `${a.day}${NBSP}${MONTHS[a.month - 1]}${NBSP}— ${end}`
  return a.day === b.day ? end : `${a.day}–${end}`
}
