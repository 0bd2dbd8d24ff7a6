// What an administrator does with an order: advance it, change its steps, documents and payments, cancel it.

import { calls } from '../../app/calls.ts'
import { adminOrder } from '../../app/texts/adminOrders.ts'
import type { OrderAdmin } from '../../app/wire/content.ts'
import { ActionForm } from './ActionForm.tsx'
import { OrderDocuments } from './OrderDocuments.tsx'
import { OrderPayments } from './OrderPayments.tsx'
import { OrderSteps } from './OrderSteps.tsx'

const tags = ['Order', 'Payment'] as const

export function OrderActions({ row }: { row: OrderAdmin }) {
  return (
    <>
      <OrderSteps order={row} />
      {row.status === 'active' && <AdvanceOrder key={row.version} order={row} />}
      <OrderDocuments order={row} />
      <OrderPayments order={row} />
      {row.status === 'active' && <CancelOrder order={row} />}
    </>
  )
}

function AdvanceOrder({ order }: { order: OrderAdmin }) {
  return (
    <div className="ad-block">
      <ActionForm
        label={adminOrder.advance}
        fields={[{ name: 'note', label: adminOrder.advanceNote }]}
        initial={{ note: '' }}
        submitLabel={adminOrder.advance}
        pendingLabel={adminOrder.advancing}
        change={({ note }) => ({
          url: calls.contentAdminAction('orders', order.id, 'advance'),
          method: 'POST',
          body: { note: note || null, version: order.version },
          tags,
        })}
      />
    </div>
  )
}

function CancelOrder({ order }: { order: OrderAdmin }) {
  return (
    <div className="ad-block">
      <ActionForm
        label={adminOrder.cancel}
        fields={[{ name: 'reason', label: adminOrder.cancelReason, required: true }]}
        initial={{ reason: '' }}
        submitLabel={adminOrder.cancel}
        variant="danger"
        confirmation={{
          title: adminOrder.cancelQuestion,
          hint: adminOrder.cancelHint,
          confirm: adminOrder.cancel,
        }}
        change={({ reason }) => ({
          url: calls.contentAdminAction('orders', order.id, 'cancel'),
          method: 'POST',
          body: { reason },
          tags,
        })}
      />
    </div>
  )
}
