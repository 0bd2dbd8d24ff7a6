import type { OrderAdminSummary } from '../../../api/wire/content.ts'
import { toIsoDay } from '../../../lib/dates.ts'

/**
 * An order is late if the planned end of its current step is before today. An order without steps is
 * never late.
 */
export function isOrderLate({ steps }: Partial<OrderAdminSummary>, now = new Date()): boolean {
  const today = toIsoDay(now)
  return Boolean(steps?.some((step) => step.status === 'current' && step.planned_to < today))
}
