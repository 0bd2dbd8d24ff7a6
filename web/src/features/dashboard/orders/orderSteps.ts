// The progress of an order: its current step, deviations from the plan, and documents required from
// the buyer. Pure functions.

import type { DocumentRead, OrderSummary, StepRead } from '../../../api/wire/content.ts'
import { formatDayRange, type Moment, toIsoDay } from '../../../lib/dates.ts'
import { formatCount } from '../../../lib/plural.ts'
import { orderSteps as texts } from '../../../shared/texts/orders.ts'

export type Deviation = { tone: 'ok' | 'early' | 'late' | 'live'; text: string }

/** The number of the current step, from 1. Without a current step: the number of finished steps, at least 1. */
export function findCurrentStepNumber(steps: readonly Pick<StepRead, 'status'>[]): number {
  const current = steps.findIndex((step) => step.status === 'current')
  if (current >= 0) return current + 1
  return Math.max(1, steps.filter((step) => step.status === 'done').length)
}

export function findCurrentStep<Step extends Pick<StepRead, 'status'>>(
  steps: readonly Step[],
): Step | undefined {
  return steps.find((step) => step.status === 'current')
}

/** The start of a step: the actual end of the previous step, or else the step's planned start. */
export function findStepStart(steps: readonly StepRead[], step: StepRead): string {
  const previous = steps[steps.indexOf(step) - 1]
  return previous?.actual_at ?? step.planned_from
}

/** The first plan of a step, as announced to the buyer. */
export const findFirstPlan = (step: StepRead) => ({
  from: step.delay?.was_from ?? step.planned_from,
  to: step.delay?.was_to ?? step.planned_to,
})

const trimFullStop = (reason: string) => reason.replace(/[.\s]+$/, '')
const formatDays = (count: number) => formatCount(count, texts.days, 'text')

/** The deviation of a finished step from its first plan. */
function computeDoneDeviation(step: StepRead): Deviation | null {
  if (!step.actual_at) return null
  const { from, to } = findFirstPlan(step)
  const late = countDaysBetween(to, step.actual_at)
  if (late > 0)
    return {
      tone: 'late',
      text: texts.later(formatDays(late), step.delay ? trimFullStop(step.delay.reason) : null),
    }
  const early = countDaysBetween(step.actual_at, from)
  if (early > 0) return { tone: 'early', text: texts.earlier(formatDays(early)) }
  return { tone: 'ok', text: texts.onTime }
}

/** The deviation of the current step from its latest plan. */
function computeCurrentDeviation(step: StepRead, start: string, now: Date): Deviation {
  const late = countDaysBetween(step.planned_to, now)
  if (late > 0) return { tone: 'late', text: texts.overdue(formatDays(late)) }
  const day = Math.max(1, countDaysBetween(start, now) + 1)
  const length = Math.max(day, countDaysBetween(start, step.planned_to) + 1)
  return { tone: 'live', text: texts.dayOf(day, length) }
}

/**
 * Compares a step with its plan. A finished step was early, late or on time. A current step is overdue or
 * on a certain day of its plan. A moved plan is reported with its reason.
 */
export function listStepDeviations(
  steps: readonly StepRead[],
  step: StepRead,
  now: Date,
): Deviation[] {
  if (step.status === 'done') {
    const done = computeDoneDeviation(step)
    return done ? [done] : []
  }
  const deviations: Deviation[] =
    step.status === 'current'
      ? [computeCurrentDeviation(step, findStepStart(steps, step), now)]
      : []
  if (step.delay) {
    const formerDays = formatDayRange(step.delay.was_from, step.delay.was_to)
    deviations.push({
      tone: 'late',
      text: texts.moved(formerDays, trimFullStop(step.delay.reason)),
    })
  }
  return deviations
}

const isRequired = (document: DocumentRead) =>
  document.side === 'client' && (document.status === 'needed' || document.status === 'rejected')

/** The documents that the buyer still has to upload: rejected ones, then the others by their due day. */
export function listRequiredDocuments(documents: readonly DocumentRead[]): DocumentRead[] {
  const isRejected = (document: DocumentRead) => Number(document.status === 'rejected')
  return documents
    .filter(isRequired)
    .sort(
      (one, other) =>
        isRejected(other) - isRejected(one) ||
        (one.due_on ?? '9999').localeCompare(other.due_on ?? '9999'),
    )
}

export function listDocuments(order: Pick<OrderSummary, 'steps'>): DocumentRead[] {
  return order.steps.flatMap((step) => step.documents)
}

const dayMs = 24 * 60 * 60 * 1000

/** The number of calendar days in Moscow from one date to another; negative if the second is earlier. */
function countDaysBetween(from: Moment, to: Moment): number {
  return Math.round((Date.parse(toIsoDay(to)) - Date.parse(toIsoDay(from))) / dayMs)
}
