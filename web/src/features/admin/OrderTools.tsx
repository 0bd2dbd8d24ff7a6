// Leading an order on: the next stage with a word to the buyer, its cancelling with a reason.

import { useState } from 'react'
import { calls } from '../../app/paths.ts'
import { orderDesk } from '../../app/texts/adminOrders.ts'
import type { OrderAdmin } from '../../app/wire/content.ts'
import { TextField } from '../../ui/TextField'
import { Deed } from './Deed.tsx'
import { OrderPapers } from './OrderPapers.tsx'
import { OrderPayments } from './OrderPayments.tsx'
import { OrderSteps } from './OrderSteps.tsx'

const tags = ['Order', 'Payment'] as const

export function OrderTools({ row }: { row: OrderAdmin }) {
  return (
    <>
      <OrderSteps order={row} />
      {row.status === 'active' && <Advance key={row.version} order={row} />}
      <OrderPapers order={row} />
      <OrderPayments order={row} />
      {row.status === 'active' && <Cancel order={row} />}
    </>
  )
}

function Advance({ order }: { order: OrderAdmin }) {
  const [note, setNote] = useState('')
  return (
    <div className="ad-block" data-draft>
      <TextField
        small
        label={orderDesk.advanceNote}
        autoComplete="off"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="btns">
        <Deed
          sending={orderDesk.advancing}
          change={{
            url: calls.contentAdminDeed('orders', order.id, 'advance'),
            method: 'POST',
            body: { note: note.trim() || null, version: order.version },
            tags,
          }}
        >
          {orderDesk.advance}
        </Deed>
      </div>
    </div>
  )
}

function Cancel({ order }: { order: OrderAdmin }) {
  const [reason, setReason] = useState('')
  return (
    <div className="ad-block" data-draft>
      <TextField
        small
        label={orderDesk.cancelReason}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="btns">
        <Deed
          look="danger"
          disabled={reason.trim() === ''}
          change={{
            url: calls.contentAdminDeed('orders', order.id, 'cancel'),
            method: 'POST',
            body: { reason: reason.trim() },
            tags,
          }}
          ask={{
            title: orderDesk.cancelQuestion,
            hint: orderDesk.cancelHint,
            confirm: orderDesk.cancel,
          }}
        >
          {orderDesk.cancel}
        </Deed>
      </div>
    </div>
  )
}
