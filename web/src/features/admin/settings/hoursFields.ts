// The opening hours as form fields: from and to for each weekday, and one line for each exception.

import { calls } from '../../../api/calls.ts'
import type { DayException, WeekHours } from '../../../api/wire/content.ts'
import { adminHours as texts } from '../../../shared/texts/adminHours.ts'
import { createSingleSource, type Field } from '../section.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const buildFromName = (day: number) => `day${day}.from`
const buildToName = (day: number) => `day${day}.to`

export const hoursFields: Field[] = [
  ...weekdays.flatMap((day): Field[] => [
    {
      name: buildFromName(day),
      label: texts.from(texts.days[day - 1] ?? ''),
      hint: day === 1 ? texts.closedHint : undefined,
      isHalfWidth: true,
      emptyValue: '',
      maxLength: 5,
    },
    {
      name: buildToName(day),
      label: texts.to(texts.days[day - 1] ?? ''),
      isHalfWidth: true,
      emptyValue: '',
      maxLength: 5,
    },
  ]),
  {
    name: 'exceptions',
    label: texts.exceptions,
    hint: texts.exceptionsHint,
    kind: 'area',
    rows: 6,
    emptyValue: '',
  },
]

type Values = Record<string, unknown>

/** Completes '9:00' to the server's format, '09:00'. */
const completeClockTime = (typed: unknown) => {
  const text = String(typed ?? '').trim()
  return /^\d:\d\d$/.test(text) ? `0${text}` : text
}

/** Days with equal hours become one entry. A day without any time is closed, so it has no entry. */
export function readSchedule(values: Values): WeekHours[] {
  const groups = new Map<string, WeekHours>()
  for (const day of weekdays) {
    const from = completeClockTime(values[buildFromName(day)])
    const to = completeClockTime(values[buildToName(day)])
    if (!from && !to) continue
    const group = groups.get(`${from}-${to}`) ?? { days: [], from, to }
    group.days.push(day)
    groups.set(`${from}-${to}`, group)
  }
  return [...groups.values()]
}

/** The field of an error such as `schedule.1.from`: the first day of the group with this index. */
export function findHoursField(serverName: string, values: Values): string | undefined {
  const [, index, part] = /^schedule\.(\d+)(?:\.(\w+))?/.exec(serverName) ?? []
  const day = index && readSchedule(values)[Number(index)]?.days[0]
  if (!day) return undefined
  return part === 'to' ? buildToName(day) : buildFromName(day)
}

/**
 * Parses lines such as '31.12.2026 закрыто' or '04.01.2027 10:00–14:00'. An invalid line is sent too, so
 * that the server refuses it.
 */
export function readExceptions(text: unknown): DayException[] {
  const lines = String(text ?? '').split('\n')
  return lines.filter((line) => line.trim()).map(readException)
}

function readException(line: string): DayException {
  const [, day, month, year, rest = ''] =
    /^\s*(\d{1,2})\.(\d{1,2})\.(\d{4})[\s:,]*(.*?)\s*$/.exec(line) ?? []
  const date = day ? `${year}-${month?.padStart(2, '0')}-${day.padStart(2, '0')}` : line.trim()
  const [, from, to] = /^(?:с\s*)?(\d{1,2}:\d\d)\s*(?:[-–—]|до)\s*(\d{1,2}:\d\d)$/.exec(rest) ?? []
  if (from && to) return { date, from: completeClockTime(from), to: completeClockTime(to) }
  return /^(закрыто|выходной)?$/iu.test(rest) ? { date, closed: true } : { date }
}

export function writeException({ date, closed, from, to }: DayException): string {
  const day = date.split('-').reverse().join('.')
  return closed ? `${day} ${texts.closed}` : `${day} ${from}–${to}`
}

const flattenHours = (schedule: readonly WeekHours[]): Values =>
  Object.fromEntries(
    schedule.flatMap(({ days, from, to }) =>
      days.flatMap((day) => [
        [buildFromName(day), from],
        [buildToName(day), to],
      ]),
    ),
  )

export const hoursSource = createSingleSource({
  list: calls.settings,
  tags: ['Settings'],
  record: (settings) => ({
    ...Object.fromEntries(hoursFields.map(({ name }) => [name, ''])),
    ...flattenHours(settings.schedule ?? []),
    exceptions: (settings.exceptions ?? []).map(writeException).join('\n'),
    version: settings.version,
    id: 'hours',
  }),
  findErrorField: findHoursField,
  fromForm: (changed, record) => {
    const values = { ...(record as Values), ...changed }
    return {
      schedule: readSchedule(values),
      ...('exceptions' in changed && { exceptions: readExceptions(values.exceptions) }),
    }
  },
})
