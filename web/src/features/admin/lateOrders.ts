import type { OrderAdminSummary } from '../../api/wire/content.ts'
import { isoDay } from '../../lib/dates.ts'

/** An order is late when the planned end of its current step is before today; one without steps is not. */
export function isLate({ steps }: Partial<OrderAdminSummary>, now = new Date()): boolean {
  const today = isoDay(now)
  return Boolean(steps?.some((step) => step.status === 'current' && step.planned_to < today))
}
