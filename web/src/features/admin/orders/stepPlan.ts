// The planned days of an order's steps. By the plan, a step neither begins nor ends before an earlier one.

import type { OrderAdmin } from '../../../api/wire/content.ts'

type Step = Pick<
  OrderAdmin['steps'][number],
  'key' | 'title' | 'status' | 'planned_from' | 'planned_to'
>
type Period = Readonly<{ from: string; to: string }>

const dayMs = 24 * 60 * 60 * 1000

const countDays = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** Returns the day, as 'YYYY-MM-DD', that is so many days later. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** By how many days a step is moved later: its end, or its beginning if the end stays. 0 if it is not moved later. */
export function countDaysLater(step: Step, { from, to }: Period): number {
  const days = countDays(step.planned_to, to) || countDays(step.planned_from, from)
  return Math.max(days || 0, 0)
}

/** The steps after this one that are not finished. */
export const findNextSteps = <S extends Step>(steps: readonly S[], key: Step['key']): S[] =>
  steps
    .slice(steps.findIndex((step) => step.key === key) + 1)
    .filter(({ status }) => status !== 'done')

/**
 * The unfinished steps whose planned days would contradict those of this step: the next ones that would be before it,
 * and the earlier ones that would be after it.
 */
export function findContradictions<S extends Step>(
  steps: readonly S[],
  key: Step['key'],
  { from, to }: Period,
): { next: S[]; earlier: S[] } {
  const position = steps.findIndex((step) => step.key === key)
  const next = findNextSteps(steps, key).filter(
    ({ planned_from, planned_to }) => planned_from < from || planned_to < to,
  )
  const earlier = steps
    .slice(0, position)
    .filter(({ status }) => status !== 'done')
    .filter(({ planned_from, planned_to }) => planned_from > from || planned_to > to)
  return { next, earlier }
}
