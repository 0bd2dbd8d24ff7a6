// Ranges of an order's chart, as shares of the time from the chart's first day to its last. Pure
// functions.

import type { StepRead } from '../../../api/wire/content.ts'
import { toIsoDay } from '../../../lib/dates.ts'
import { findFirstPlan, findStepStart } from './orderSteps.ts'

type Span = { from: number; to: number }

export type PlanRow = { key: string; title: string; plan: Span; actual: Span | null }

const dayMs = 24 * 60 * 60 * 1000
const toDayNumber = (day: string) => Math.round(Date.parse(toIsoDay(day)) / dayMs)

/** The actual range of a step up to today; null before it starts. */
function findActualPeriod(steps: readonly StepRead[], step: StepRead, today: string) {
  if (step.status === 'pending') return null
  return { from: findStepStart(steps, step), to: step.actual_at ?? today }
}

/**
 * Rows of the chart, its first and last day and the position of today. Null if no step has planned
 * dates.
 */
export function computePlanChart(steps: readonly StepRead[], today: string) {
  const plannedSteps = steps.filter((step) => step.planned_from && step.planned_to)
  if (plannedSteps.length === 0) return null
  const dated = plannedSteps.map((step) => ({
    step,
    plan: findFirstPlan(step),
    actual: findActualPeriod(plannedSteps, step, today),
  }))
  const days = dated.flatMap(({ plan, actual, step }) => [
    toDayNumber(plan.from),
    toDayNumber(plan.to) + 1,
    toDayNumber(step.planned_to) + 1,
    ...(actual ? [toDayNumber(actual.from), toDayNumber(actual.to) + 1] : []),
  ])
  const first = Math.min(...days)
  const last = Math.max(...days)
  const share = (day: number) => (day - first) / (last - first)
  // A range ends with the end of its last day.
  const toSpan = ({ from, to }: { from: string; to: string }): Span => ({
    from: share(toDayNumber(from)),
    to: share(Math.max(toDayNumber(to), toDayNumber(from)) + 1),
  })
  const todayShare = share(toDayNumber(today) + 0.5)
  const toDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
  const rows: PlanRow[] = dated.map(({ step, plan, actual }) => ({
    key: step.key,
    title: step.title,
    plan: toSpan(plan),
    actual: actual && toSpan(actual),
  }))
  return {
    rows,
    today: todayShare >= 0 && todayShare <= 1 ? todayShare : null,
    first: toDay(first),
    last: toDay(last - 1),
  }
}
