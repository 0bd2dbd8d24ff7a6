// What an administrator does with an order: advance it, change its steps, documents and payments, cancel it.

import { useState } from 'react'
import { calls } from '../../app/paths.ts'
import { adminOrder } from '../../app/texts/adminOrders.ts'
import type { OrderAdmin } from '../../app/wire/content.ts'
import { TextField } from '../../ui/TextField.tsx'
import { ActionButton } from './ActionButton.tsx'
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
  const [note, setNote] = useState('')
  return (
    <div className="ad-block" data-draft>
      <TextField
        small
        label={adminOrder.advanceNote}
        autoComplete="off"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="btns">
        <ActionButton
          sending={adminOrder.advancing}
          change={{
            url: calls.contentAdminAction('orders', order.id, 'advance'),
            method: 'POST',
            body: { note: note.trim() || null, version: order.version },
            tags,
          }}
        >
          {adminOrder.advance}
        </ActionButton>
      </div>
    </div>
  )
}

function CancelOrder({ order }: { order: OrderAdmin }) {
  const [reason, setReason] = useState('')
  return (
    <div className="ad-block" data-draft>
      <TextField
        small
        label={adminOrder.cancelReason}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="btns">
        <ActionButton
          look="danger"
          disabled={reason.trim() === ''}
          change={{
            url: calls.contentAdminAction('orders', order.id, 'cancel'),
            method: 'POST',
            body: { reason: reason.trim() },
            tags,
          }}
          confirmation={{
            title: adminOrder.cancelQuestion,
            hint: adminOrder.cancelHint,
            confirm: adminOrder.cancel,
          }}
        >
          {adminOrder.cancel}
        </ActionButton>
      </div>
    </div>
  )
}
