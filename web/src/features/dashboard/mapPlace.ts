// Where the car is drawn on the map: at the town it was last reported from. Where that town is not
// known, its place is the plan's share of the time, and it never passes a station nobody reported.

import { way } from '../../app/texts/orders.ts'
import type { OrderRead, StepRead } from '../../app/wire/content.ts'
import { briefly, days } from '../../lib/dates'
import type { RouteName } from '../../ui/drawing/RouteMap'
import { placeOf, startOf } from './journey.ts'

const ways: Record<RouteName, readonly string[]> = {
  minsk: ['Штутгарт', 'Минск', 'Москва'],
  klaipeda: ['Штутгарт', 'Гамбург', 'Клайпеда', 'Москва'],
  kaliningrad: ['Штутгарт', 'Бремерхафен', 'Калининград', 'Москва'],
}
/** Towns that reports name between the stations: how far along the way they lie, in legs. */
const towns: Record<RouteName, Record<string, number>> = {
  minsk: { Берлин: 0.38, Познань: 0.53, Варшава: 0.7, Брест: 0.82, Смоленск: 1.46 },
  klaipeda: { Любек: 1.1, Рига: 2.25, Псков: 2.45 },
  kaliningrad: { Гамбург: 0.9, Вильнюс: 2.28, Псков: 2.5, Смоленск: 2.62 },
}
const firstOfRoad = 4
const nearest = 0.04

type Journey = Pick<OrderRead, 'steps' | 'reports' | 'status' | 'route'>

export type MapPlace = {
  route: RouteName
  done: number
  part: number
  label: string
  notes: Record<string, string>
  live?: { title: string; note?: string }
}

/** The way that was agreed; else the harbour that was reported names it, and the plain road leads through Minsk. */
export function routeOf({ route, reports, steps }: Omit<Journey, 'status'>): RouteName {
  if (route) return route
  const told = [
    ...reports.map((report) => `${report.place ?? ''} ${report.text}`),
    ...steps.map((step) => `${step.note ?? ''} ${step.message ?? ''}`),
  ].join(' ')
  if (/Клайпед/.test(told)) return 'klaipeda'
  if (/Калининград/.test(told)) return 'kaliningrad'
  return 'minsk'
}

function lastReported(reports: Journey['reports'], stations: readonly string[]): number {
  const places = reports.map((report) => stations.indexOf(report.place ?? ''))
  return Math.max(0, ...places)
}

const newest = (reports: Journey['reports']) =>
  reports.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1)

function underWay(order: Journey, route: RouteName, now: Date) {
  const town = towns[route][newest(order.reports)?.place ?? '']
  if (town !== undefined) return { done: Math.floor(town), part: town % 1 }
  const stations = ways[route]
  const road = order.steps[firstOfRoad]
  if (!road) return { done: 0, part: 0 }
  const start = Date.parse(startOf(order.steps, road))
  const end = Date.parse(road.planned_to)
  const legs = stations.length - 1
  const share = end > start ? (now.getTime() - start) / (end - start) : 0
  const passed = Math.min(lastReported(order.reports, stations), legs - 1)
  const at = Math.min(Math.max(share * legs, passed), passed + 1)
  const part = Math.min(Math.max(at - passed, nearest), 1 - nearest)
  return { done: passed, part }
}

const until = (steps: readonly StepRead[]) => {
  const first = steps[0]
  const last = steps.at(-1)
  if (!first || !last) return ''
  const isDone = steps.every((step) => step.status === 'done')
  const when = isDone
    ? days(first.actual_at ?? first.planned_from, last.actual_at ?? last.planned_to)
    : days(first.planned_from, last.planned_to)
  return isDone ? when : way.plan(when)
}

export function mapPlace(order: Journey, now: Date): MapPlace {
  const route = routeOf(order)
  const stations = ways[route]
  const legs = stations.length - 1
  const place = placeOf(order.steps)
  const isUnderWay = order.status === 'active' && place === firstOfRoad + 1
  const isAfter = place > firstOfRoad + 1
  const { done, part } = isUnderWay
    ? underWay(order, route, now)
    : { done: isAfter ? legs : 0, part: 0 }
  const said =
    order.status === 'cancelled'
      ? way.cancelled
      : order.status === 'done'
        ? way.done
        : isUnderWay
          ? way.under
          : isAfter
            ? way.after
            : way.before
  const last = newest(order.reports)
  const lastNote = last ? [last.place, briefly(last.at, now)].filter(Boolean).join(', ') : undefined
  return {
    route,
    done,
    part,
    label: way.map(stations.join(', '), said),
    notes: {
      stuttgart: way.stages(1, 4, until(order.steps.slice(0, firstOfRoad))),
      moscow: way.stages(6, 7, until(order.steps.slice(firstOfRoad + 1))),
    },
    live:
      order.status === 'active'
        ? { title: said, note: isUnderWay ? lastNote : undefined }
        : undefined,
  }
}
