// Positions of an order's payments between zero and the total.

import type { PaymentRead } from '../../../api/wire/content.ts'
import { waterfall as texts } from '../../../shared/texts/payments.ts'

export type WaterfallRow = {
  id: string
  title: string
  amount: number
  state: string
  /** `from` and `to` are the ends of the bar, as shares of the total. */
  from: number
  to: number
}

/** Statuses of payments that are part of the price, in the order of the rows. A cancelled payment is not. */
const countedStatuses = ['paid', 'waiting', 'pending']
const findDate = ({ paid_at, due_at, created_at }: PaymentRead) => paid_at ?? due_at ?? created_at

/**
 * Paid payments come first, by date. The amount without an invoice comes last. Refunds are left out,
 * because they do not add up to the price.
 */
export function createWaterfallRows(
  payments: readonly PaymentRead[],
  agreed: number,
): WaterfallRow[] {
  const counted = payments
    .filter(({ kind, status }) => kind !== 'refund' && countedStatuses.includes(status))
    .toSorted(
      (one, other) =>
        countedStatuses.indexOf(one.status) - countedStatuses.indexOf(other.status) ||
        findDate(one).localeCompare(findDate(other)),
    )
  const invoiced = counted.reduce((sum, { amount_rub }) => sum + amount_rub, 0)
  const total = Math.max(agreed, invoiced)
  if (total <= 0) return []
  let before = 0
  const rows = counted.map(({ id, title, amount_rub, status }) => {
    const from = before / total
    before += amount_rub
    return { id, title, amount: amount_rub, state: status, from, to: before / total }
  })
  if (invoiced >= agreed) return rows
  const remainder = { id: 'rest', title: texts.rest, amount: agreed - invoiced, state: 'rest' }
  return [...rows, { ...remainder, from: invoiced / total, to: 1 }]
}
