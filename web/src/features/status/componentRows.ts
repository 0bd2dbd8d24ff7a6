// Rows of the page: the measured components, or the usual six if the service does not respond.

import type { DayRead, IncidentRead, ServiceRead } from '../../api/wire/status.ts'
import { formatShortDay } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { NBSP } from '../../lib/spaces.ts'
import { statusComponents, status as texts } from '../../shared/texts/status.ts'
import type { DayMark, DayState } from '../../ui/NinetyDays.tsx'
import type { Tone } from '../../ui/Tag.tsx'

export type ComponentState = keyof typeof texts.states

export type ComponentRow = {
  id: string
  name: string
  state: ComponentState
  uptime: number | null
  note: string
  history: DayRead[]
}

const toKnownState = (state: string): ComponentState =>
  (Object.hasOwn(texts.states, state) ? state : 'unknown') as ComponentState

const staleAfterMs = 3 * 60_000

export function createMeasuredRows(services: ServiceRead[], now: number): ComponentRow[] {
  return services.map(({ id, name, status, uptime, description, history, checked_at }) => ({
    id,
    name,
    // An old check does not show the current state, so it is never displayed as operational.
    state:
      checked_at && now - Date.parse(checked_at) > staleAfterMs ? 'unknown' : toKnownState(status),
    uptime,
    note: description,
    history,
  }))
}

export const fallbackRows: ComponentRow[] = statusComponents.map(({ id, name, uptime }) => ({
  id,
  name,
  state: 'operational',
  uptime,
  note: '',
  history: [],
}))

const worstFirst: ComponentState[] = ['down', 'degraded', 'unknown', 'maintenance', 'operational']

export const findWorstState = (rows: ComponentRow[]): ComponentState =>
  worstFirst.find((state) => rows.some((row) => row.state === state)) ?? 'unknown'

export const tones: Record<ComponentState, Tone> = {
  operational: 'ok',
  degraded: 'warn',
  down: 'bad',
  maintenance: 'info',
  unknown: 'none',
}

const marks: Record<ComponentState, DayState> = {
  operational: 'ok',
  degraded: 'slow',
  down: 'down',
  maintenance: 'works',
  unknown: 'none',
}

// 81.85 * 100 is 8184.999999999999.
const roundingError = 1e-9

/** Rounds down: 99.996 is not 100. */
export function formatUptime(uptime: number | null): string {
  if (uptime === null) return '—'
  return `${formatNumber(Math.floor(uptime * 100 + roundingError) / 100, 'num', 2)}${NBSP}%`
}

/**
 * Whether a whole day has been measured; the first and the last day may be partial. In a shorter time one
 * restart would dominate the figure.
 */
export const hasWholeDay = (days: DayMark[]) =>
  days.filter(({ state }) => state !== 'none').length > 2

export function createDayMarks(history: DayRead[]): DayMark[] {
  return history.map(({ date, status, uptime }) => {
    const state = marks[toKnownState(status)]
    const share = uptime === null || state === 'ok' ? '' : `, ${formatUptime(uptime)}`
    return { day: date, state, title: `${formatShortDay(date)}: ${texts.marks[state]}${share}` }
  })
}

type DayWithOutage = { date: string; mark: DayState; uptime: number | null }

/** Days with outages, the latest first. */
export function listDaysWithOutages(history: DayRead[]): DayWithOutage[] {
  return history
    .map(({ date, status, uptime }) => ({ date, uptime, mark: marks[toKnownState(status)] }))
    .filter(({ mark }) => mark !== 'ok' && mark !== 'none')
    .reverse()
}

/** Incidents of a service on a day (a UTC day, as in the history). */
export function findIncidentsOfDay(date: string, componentId: string, incidents: IncidentRead[]) {
  return incidents.filter(
    ({ affectedServices, createdAt, resolvedAt }) =>
      affectedServices.includes(componentId) &&
      (createdAt ?? date).slice(0, 10) <= date &&
      (!resolvedAt || date <= resolvedAt.slice(0, 10)),
  )
}

/** The bar as text: the number of days in each state. */
export function summarizeDays(days: DayMark[]): string {
  return (Object.keys(texts.marks) as DayState[])
    .map((state) => ({ state, count: days.filter((day) => day.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${texts.marks[state]} — ${count}`)
    .join(', ')
}
