// Positions of an order's payments between zero and the total. Pure function.

import type { PaymentRead } from '../../api/wire/content.ts'
import { waterfall as texts } from '../../shared/texts/payments.ts'

export type WaterfallRow = {
  id: string
  title: string
  amount: number
  state: string
  /** Shares of the total. */
  from: number
  to: number
}

const open = ['paid', 'waiting', 'pending']
const orderOf = ({ paid_at, due_at, created_at }: PaymentRead) => paid_at ?? due_at ?? created_at

/**
 * Paid ones first, by date; amounts without an invoice come last. A refund is not a step towards
 * the price.
 */
export function waterfallRows(payments: readonly PaymentRead[], agreed: number): WaterfallRow[] {
  const counted = payments
    .filter(({ kind, status }) => kind !== 'refund' && open.includes(status))
    .toSorted(
      (one, other) =>
        open.indexOf(one.status) - open.indexOf(other.status) ||
        orderOf(one).localeCompare(orderOf(other)),
    )
  const asked = counted.reduce((sum, { amount_rub }) => sum + amount_rub, 0)
  const whole = Math.max(agreed, asked)
  if (whole <= 0) return []
  let before = 0
  const rows = counted.map(({ id, title, amount_rub, status }) => {
    const from = before / whole
    before += amount_rub
    return { id, title, amount: amount_rub, state: status, from, to: before / whole }
  })
  if (asked >= agreed) return rows
  const rest = { id: 'rest', title: texts.rest, amount: agreed - asked, state: 'rest' }
  return [...rows, { ...rest, from: asked / whole, to: 1 }]
}
