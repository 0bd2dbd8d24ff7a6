// Actions on an order: advance it, change its steps, documents and payments, report on it, cancel it.

import { calls } from '../../../api/calls.ts'
import type { OrderAdmin } from '../../../api/wire/content.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { adminOrder } from '../../../shared/texts/adminOrders.ts'
import { createChange } from '../adminApi.ts'
import { ActionForm } from '../record/ActionForm.tsx'
import { AdvanceMessage } from './AdvanceMessage.tsx'
import { OrderDocumentsPanel } from './OrderDocumentsPanel.tsx'
import { OrderPayments } from './OrderPayments.tsx'
import { OrderReportForm } from './OrderReportForm.tsx'
import { OrderSteps } from './OrderSteps.tsx'

const tags = ['Order', 'Payment'] as const

/** The title of the step after the current one. Null if the current step is the last. */
function findNextStep({ steps }: OrderAdmin): string | null {
  const currentIndex = steps.findIndex(({ status }) => status === 'current')
  return steps[currentIndex + 1]?.title ?? null
}

/** The steps of an order, and the form that advances the order to its next step. */
export function OrderProgress({ row }: { row: OrderAdmin }) {
  return (
    <>
      <OrderSteps order={row} />
      {row.status === 'active' && (
        <div className="stack-16 ad-block">
          <ActionForm
            label={adminOrder.advance}
            draftKey={`advance_order ${row.id}`}
            fields={[{ name: 'note', label: adminOrder.advanceNote }]}
            pendingLabel={adminOrder.advancing}
            confirmation={({ note = '' }) => ({
              title: adminOrder.advanceQuestion(findNextStep(row)),
              hint: adminOrder.advanceHint(row.user_name),
              confirm: adminOrder.advanceConfirm,
              details: <AdvanceMessage order={row} note={note} />,
            })}
            change={({ note }) =>
              createChange('POST', calls.contentAdminAction('orders', row.id, 'advance'), tags, {
                note: note || null,
                version: row.version,
              })
            }
          />
        </div>
      )}
    </>
  )
}

/** What cancelling an order does with its open invoices and with the money received. */
function describeCancellation({ money }: OrderAdmin): string {
  const hasOpenInvoice = (money?.next_amount_rub ?? null) !== null
  const paid = money?.paid_rub ?? 0
  return [
    adminOrder.cancelHint,
    hasOpenInvoice && adminOrder.cancelInvoices,
    paid > 0 && adminOrder.cancelReceived(formatRoubles(paid, 'text')),
  ]
    .filter(Boolean)
    .join(' ')
}

export function OrderActions({ row }: { row: OrderAdmin }) {
  return (
    <>
      <OrderReportForm order={row} />
      <OrderDocumentsPanel order={row} />
      <OrderPayments order={row} />
      {row.status === 'active' && (
        <div className="stack-16 ad-block">
          <ActionForm
            label={adminOrder.cancel}
            draftKey={`cancel_order ${row.id}`}
            fields={[{ name: 'reason', label: adminOrder.cancelReason, required: true }]}
            variant="danger"
            confirmation={{
              title: adminOrder.cancelQuestion,
              hint: describeCancellation(row),
              confirm: adminOrder.cancel,
            }}
            change={({ reason = '' }) =>
              createChange('POST', calls.contentAdminAction('orders', row.id, 'cancel'), tags, {
                reason,
                version: row.version,
              })
            }
          />
        </div>
      )}
    </>
  )
}
