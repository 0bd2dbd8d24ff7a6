// The rows of the page: what was measured, or the usual six when nothing can be had.

import { status as texts, usualServices } from '../../app/texts/status.ts'
import type { DayRead, IncidentRead, ServiceRead } from '../../app/wire/status.ts'
import { shortDay } from '../../lib/dates'
import { figure } from '../../lib/numbers'
import { NBSP } from '../../lib/spaces'
import type { DayMark, DayState } from '../../ui/NinetyDays'
import type { Tone } from '../../ui/Tag'

export type State = keyof typeof texts.states

export type Row = {
  id: string
  name: string
  state: State
  uptime: number | null
  note: string
  history: DayRead[]
}

const known = (state: string): State =>
  (Object.hasOwn(texts.states, state) ? state : 'unknown') as State

const staleAfter = 3 * 60_000

export function measuredRows(services: ServiceRead[], now: number): Row[] {
  return services.map(({ id, name, status, uptime, description, history, checked_at }) => ({
    id,
    name,
    // An old answer says nothing about now: it is never shown as green.
    state: checked_at && now - Date.parse(checked_at) > staleAfter ? 'unknown' : known(status),
    uptime,
    note: description,
    history,
  }))
}

export const usualRows: Row[] = usualServices.map(({ id, name, uptime }) => ({
  id,
  name,
  state: 'operational',
  uptime,
  note: '',
  history: [],
}))

const worstFirst: State[] = ['down', 'degraded', 'unknown', 'maintenance', 'operational']

export const worstOf = (rows: Row[]): State =>
  worstFirst.find((state) => rows.some((row) => row.state === state)) ?? 'unknown'

export const tones: Record<State, Tone> = {
  operational: 'ok',
  degraded: 'warn',
  down: 'bad',
  maintenance: 'info',
  unknown: 'none',
}

const marks: Record<State, DayState> = {
  operational: 'ok',
  degraded: 'slow',
  down: 'down',
  maintenance: 'works',
  unknown: 'none',
}

/** Always downwards: 99.996 is not a hundred. */
export function uptimeWords(uptime: number | null): string {
  if (uptime === null) return '—'
  return `${figure(Math.floor(uptime * 100) / 100, 'num', 2)}${NBSP}%`
}

export function dayMarks(history: DayRead[]): DayMark[] {
  return history.map(({ date, status, uptime }) => {
    const state = marks[known(status)]
    const share = uptime === null || state === 'ok' ? '' : `, ${uptimeWords(uptime)}`
    return { day: date, state, title: `${shortDay(date)}: ${texts.marks[state]}${share}` }
  })
}

export type BadDay = { date: string; mark: DayState; uptime: number | null }

/** The days on which something happened, the latest first. */
export function badDays(history: DayRead[]): BadDay[] {
  return history
    .map(({ date, status, uptime }) => ({ date, uptime, mark: marks[known(status)] }))
    .filter(({ mark }) => mark !== 'ok' && mark !== 'none')
    .reverse()
}

/** The incidents that touched a service on a day (a day of UTC, as the history counts them). */
export function incidentsOf(date: string, service: string, incidents: IncidentRead[]) {
  return incidents.filter(
    ({ affectedServices, createdAt, resolvedAt }) =>
      affectedServices.includes(service) &&
      createdAt.slice(0, 10) <= date &&
      (!resolvedAt || date <= resolvedAt.slice(0, 10)),
  )
}

/** What the bar shows, in words: how many days of each kind. */
export function sumOf(days: DayMark[]): string {
  return (Object.keys(texts.marks) as DayState[])
    .map((state) => ({ state, count: days.filter((day) => day.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${texts.marks[state]} — ${count}`)
    .join(', ')
}
