// 'Открыто сейчас' from the working hours that the site shows, by Moscow time.

import { openness as texts } from '../../shared/texts/contacts.ts'

/** Minutes of a day, from and to. Days are counted from Sunday, 0. */
type Schedule = Partial<Record<number, { from: number; to: number }>>

const weekdays = [1, 2, 3, 4, 5]
const names: [RegExp, readonly number[]][] = [
  [/^будн/, weekdays],
  [/^(ежедневн|каждый)/, [1, 2, 3, 4, 5, 6, 0]],
  [/^выходн/, [6, 0]],
  [/^(пн|понед)/, [1]],
  [/^(вт|втор)/, [2]],
  [/^(ср)/, [3]],
  [/^(чт|четв)/, [4]],
  [/^(пт|пятн)/, [5]],
  [/^(сб|субб)/, [6]],
  [/^(вс|воскр)/, [0]],
]
const span =
  /(?<first>[а-яё]+)\.?(?:\s*[-–—]\s*(?<last>[а-яё]+)\.?)?[^\dа-яё]*(?:с\s+)?(?<from>\d{1,2}[:.]\d{2})\s*(?:[-–—]|до)\s*(?<to>\d{1,2}[:.]\d{2})/giu
// Days when nobody works by the law of the country: month and day.
const holidays = new Set('1-1 1-2 1-3 1-4 1-5 1-6 1-7 1-8 2-23 3-8 5-1 5-9 6-12 11-4'.split(' '))

const daysOf = (word: string) => names.find(([name]) => name.test(word.toLowerCase()))?.[1] ?? []

function daysBetween(first: string, last: string | undefined): readonly number[] {
  const begin = daysOf(first)
  const end = last === undefined ? undefined : daysOf(last)[0]
  if (begin[0] === undefined || last === undefined) return begin
  if (end === undefined) return []
  const days: number[] = []
  for (let day = begin[0]; ; day = (day + 1) % 7) {
    days.push(day)
    if (day === end) return days
  }
}

function minutesOf(text = ''): number {
  const [hours, minutes] = text.split(/[:.]/)
  return Number(hours) * 60 + Number(minutes)
}

/** null when the text names no hours: then nothing is claimed. */
export function scheduleOf(text: string): Schedule | null {
  const schedule: Schedule = {}
  for (const { groups = {} } of text.matchAll(span)) {
    const hours = { from: minutesOf(groups.from), to: minutesOf(groups.to) }
    if (hours.from >= hours.to) continue
    for (const day of daysBetween(groups.first ?? '', groups.last)) schedule[day] = hours
  }
  return Object.keys(schedule).length > 0 ? schedule : null
}

const moscowOffset = 3 * 60 * 60 * 1000
const dayLength = 24 * 60 * 60 * 1000

function hoursOn(schedule: Schedule, moment: Date) {
  if (holidays.has(`${moment.getUTCMonth() + 1}-${moment.getUTCDate()}`)) return undefined
  return schedule[moment.getUTCDay()]
}

const clock = (minutes: number) =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

export function openness(text: string, now: Date): { isOpen: boolean; words: string } | null {
  const schedule = scheduleOf(text)
  if (!schedule) return null
  // Moscow keeps one time all year, so its clock is read as if it were that of Greenwich.
  const moscow = new Date(now.getTime() + moscowOffset)
  const minute = moscow.getUTCHours() * 60 + moscow.getUTCMinutes()
  const today = hoursOn(schedule, moscow)
  if (today && minute >= today.from && minute < today.to)
    return { isOpen: true, words: texts.open(clock(today.to)) }
  if (today && minute < today.from)
    return { isOpen: false, words: texts.opensToday(clock(today.from)) }
  for (let ahead = 1; ahead <= 15; ahead++) {
    const day = new Date(moscow.getTime() + ahead * dayLength)
    const hours = hoursOn(schedule, day)
    if (!hours) continue
    const at = clock(hours.from)
    const words =
      ahead === 1
        ? texts.opensTomorrow(at)
        : texts.opensLater(texts.days[day.getUTCDay()] ?? '', at)
    return { isOpen: false, words }
  }
  return null
}
