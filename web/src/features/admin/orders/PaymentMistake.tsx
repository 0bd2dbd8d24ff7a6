// Takes back a state of a payment that was set by mistake. The question says what happens to the invoice, the receipt
// and the reservation, and that the buyer is notified.

import { calls } from '../../../api/calls.ts'
import type { PaymentAdmin } from '../../../api/wire/content.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { paymentMistake as texts } from '../../../shared/texts/adminOrders.ts'
import { createChange } from '../adminApi.ts'
import { ActionForm } from '../record/ActionForm.tsx'
import { createChoiceField } from '../section.ts'

type Status = PaymentAdmin['status']

const tags = ['Payment', 'Order', 'Reservation'] as const

export function PaymentMistake({ row }: { row: PaymentAdmin }) {
  const statuses = row.statuses_after_mistake ?? []
  const [onlyStatus = 'pending'] = statuses
  if (statuses.length === 0) return null
  const isRefund = row.kind === 'refund' || row.status === 'refunded'
  const outcomes: Partial<Record<Status, string>> = isRefund ? texts.refundOutcomes : texts.outcomes
  const outcomeLabels = Object.fromEntries(
    statuses.map((status) => [status, outcomes[status] ?? status]),
  )
  const label = isRefund ? texts.takeBackRefund : texts.takeBack
  return (
    <div key={row.version} className="stack-16 ad-block">
      <ActionForm
        label={label}
        fields={
          statuses.length > 1
            ? [
                createChoiceField(
                  'status',
                  isRefund ? texts.refundOutcome : texts.outcome,
                  outcomeLabels,
                ),
              ]
            : []
        }
        variant="danger"
        confirmation={({ status = onlyStatus }) => ({
          title: `${label}?`,
          hint: describeConsequences(row, status as Status),
          confirm: texts.confirm,
        })}
        change={({ status = onlyStatus }) =>
          createChange('POST', calls.contentAdminAction('payments', row.id, 'take-back'), tags, {
            version: row.version,
            status: status as Status,
          })
        }
      />
    </div>
  )
}

function describeConsequences(row: PaymentAdmin, status: Status): string {
  const isRefund = row.kind === 'refund' || row.status === 'refunded'
  const sum = formatRoubles(row.amount_rub, 'text')
  const holdsCar =
    row.order_id === null && !isRefund && row.statuses_after_mistake?.includes('pending')
  return [
    isRefund ? texts.refundUndone(sum) : texts.paymentUndone(sum),
    status !== 'paid' && (row.receipt || row.receipt_url) && texts.receiptGone,
    holdsCar && (status === 'pending' ? texts.reservationWaits : texts.reservationEnds),
    row.user_id ? texts.buyerIsTold : texts.nobodyIsTold,
  ]
    .filter(Boolean)
    .join(' ')
}
