// Position of the car on the map. If the newest report names a town between two stations, the car is
// there. Otherwise the position follows the planned dates, between the last station that a report
// names and the next one.

import type { OrderRead, StepRead } from '../../../api/wire/content.ts'
import { formatDayRange, formatShortDateTime } from '../../../lib/dates.ts'
import { orderJourney } from '../../../shared/texts/orders.ts'
import type { RouteName } from '../../../ui/drawing/RouteMap.tsx'
import { findCurrentStepNumber, findStepStart } from './orderSteps.ts'

const routeStations: Record<RouteName, readonly string[]> = {
  minsk: ['Штутгарт', 'Минск', 'Москва'],
  klaipeda: ['Штутгарт', 'Гамбург', 'Клайпеда', 'Москва'],
  kaliningrad: ['Штутгарт', 'Бремерхафен', 'Калининград', 'Москва'],
}
/** Towns between the stations, with their position on the route, counted in legs. */
const townPositions: Record<RouteName, Record<string, number>> = {
  minsk: { Берлин: 0.38, Познань: 0.53, Варшава: 0.7, Брест: 0.82, Смоленск: 1.46 },
  klaipeda: { Любек: 1.1, Рига: 2.25, Псков: 2.45 },
  kaliningrad: { Гамбург: 0.9, Вильнюс: 2.28, Псков: 2.5, Смоленск: 2.62 },
}
/** Index of the transport step among the steps of an order. */
const transportStep = 4
/** Least distance of the car from a station, as a share of a leg. */
const stationMargin = 0.04

type OrderTransport = Pick<OrderRead, 'steps' | 'reports' | 'status' | 'route'>

type CarPosition = {
  route: RouteName
  done: number
  part: number
  label: string
  notes: Record<string, string>
  live?: { title: string; note?: string }
}

/** The agreed route, or the route of the port that a report names, or the road through Minsk. */
export function resolveRoute({ route, reports, steps }: Omit<OrderTransport, 'status'>): RouteName {
  if (route) return route
  const reportedText = [
    ...reports.map((report) => `${report.place ?? ''} ${report.text}`),
    ...steps.map((step) => `${step.note ?? ''} ${step.message ?? ''}`),
  ].join(' ')
  if (/Клайпед/.test(reportedText)) return 'klaipeda'
  if (/Калининград/.test(reportedText)) return 'kaliningrad'
  return 'minsk'
}

function findLastReportedStation(
  reports: OrderTransport['reports'],
  stations: readonly string[],
): number {
  const places = reports.map((report) => stations.indexOf(report.place ?? ''))
  return Math.max(0, ...places)
}

const findNewestReport = (reports: OrderTransport['reports']) =>
  reports.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1)

function computeTransportPosition(order: OrderTransport, route: RouteName, now: Date) {
  const town = townPositions[route][findNewestReport(order.reports)?.place ?? '']
  if (town !== undefined) return { done: Math.floor(town), part: town % 1 }
  const stations = routeStations[route]
  const road = order.steps[transportStep]
  if (!road) return { done: 0, part: 0 }
  const start = Date.parse(findStepStart(order.steps, road))
  const end = Date.parse(road.planned_to)
  const legs = stations.length - 1
  const share = end > start ? (now.getTime() - start) / (end - start) : 0
  const passed = Math.min(findLastReportedStation(order.reports, stations), legs - 1)
  const position = Math.min(Math.max(share * legs, passed), passed + 1)
  const part = Math.min(Math.max(position - passed, stationMargin), 1 - stationMargin)
  return { done: passed, part }
}

const formatPeriod = (steps: readonly StepRead[]) => {
  const first = steps[0]
  const last = steps.at(-1)
  if (!first || !last) return ''
  const isDone = steps.every((step) => step.status === 'done')
  const period = isDone
    ? formatDayRange(first.actual_at ?? first.planned_from, last.actual_at ?? last.planned_to)
    : formatDayRange(first.planned_from, last.planned_to)
  return isDone ? period : orderJourney.plan(period)
}

function describeStage({ status }: OrderTransport, stepNumber: number): string {
  if (status === 'cancelled') return orderJourney.cancelled
  if (status === 'done') return orderJourney.done
  if (stepNumber > transportStep + 1) return orderJourney.after
  if (status === 'active' && stepNumber === transportStep + 1) return orderJourney.underWay
  return orderJourney.before
}

export function computeCarPosition(order: OrderTransport, now: Date): CarPosition {
  const route = resolveRoute(order)
  const stations = routeStations[route]
  const legs = stations.length - 1
  const stepNumber = findCurrentStepNumber(order.steps)
  const isUnderWay = order.status === 'active' && stepNumber === transportStep + 1
  const isAfter = stepNumber > transportStep + 1
  const { done, part } = isUnderWay
    ? computeTransportPosition(order, route, now)
    : { done: isAfter ? legs : 0, part: 0 }
  const status = describeStage(order, stepNumber)
  const last = findNewestReport(order.reports)
  const lastNote = last
    ? [last.place, formatShortDateTime(last.at, now)].filter(Boolean).join(', ')
    : undefined
  return {
    route,
    done,
    part,
    label: orderJourney.map(stations.join(', '), status),
    notes: {
      stuttgart: orderJourney.stepRange(1, 4, formatPeriod(order.steps.slice(0, transportStep))),
      moscow: orderJourney.stepRange(6, 7, formatPeriod(order.steps.slice(transportStep + 1))),
    },
    live:
      order.status === 'active'
        ? { title: status, note: isUnderWay ? lastNote : undefined }
        : undefined,
  }
}
