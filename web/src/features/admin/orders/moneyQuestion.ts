import type { PaymentAdmin } from '../../../api/wire/content.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { adminOrder } from '../../../shared/texts/adminOrders.ts'

type Money = Pick<PaymentAdmin, 'kind' | 'title' | 'amount_rub'>

/** The question before money is marked as received, or as sent for a refund. The buyer is notified at once. */
export function describeMoneyQuestion({ kind, title, amount_rub }: Money) {
  const sum = formatRoubles(amount_rub)
  return kind === 'refund'
    ? {
        title: adminOrder.sentQuestion(title, sum),
        hint: adminOrder.sentHint,
        confirm: adminOrder.sent,
      }
    : {
        title: adminOrder.receivedOneQuestion(title, sum),
        hint: adminOrder.receivedHint(1),
        confirm: adminOrder.received,
      }
}
