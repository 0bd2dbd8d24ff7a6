// Leading an order on: the next stage with a word to the buyer, its cancelling with a reason.

import { useState } from 'react'
import { calls } from '../../app/paths.ts'
import { orderDesk } from '../../app/texts/adminOrders.ts'
import type { OrderAdmin } from '../../app/wire/content.ts'
import { day } from '../../lib/dates'
import { Tag } from '../../ui/Tag'
import { TextField } from '../../ui/TextField'
import { Deed } from './Deed.tsx'

const tags = ['Order', 'Payment'] as const

export function OrderTools({ row }: { row: OrderAdmin }) {
  return (
    <>
      <Steps order={row} />
      {row.status === 'active' && <Advance key={row.version} order={row} />}
      {row.status === 'active' && <Cancel order={row} />}
    </>
  )
}

const tones = { pending: 'none', current: 'live', done: 'ok' } as const

function Steps({ order }: { order: OrderAdmin }) {
  return (
    <section className="ad-block">
      <h4>{orderDesk.steps}</h4>
      <ol className="ad-lines">
        {order.steps.map((step) => (
          <li key={step.key}>
            <Tag tone={tones[step.status]}>{step.title}</Tag>
            <span className="mute num">
              {step.actual_at
                ? orderDesk.actual(day(step.actual_at))
                : orderDesk.planned(day(step.planned_from), day(step.planned_to))}
            </span>
            {step.delay && <Tag tone="warn">{orderDesk.late(step.delay.reason)}</Tag>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Advance({ order }: { order: OrderAdmin }) {
  const [note, setNote] = useState('')
  return (
    <div className="ad-block">
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
    <div className="ad-block">
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
