// The seven steps of an order with planned and actual dates. A planned date is moved with a reason.

import { useState } from 'react'
import { calls } from '../../app/paths.ts'
import { adminList } from '../../app/texts/adminList.ts'
import { adminOrder } from '../../app/texts/adminOrders.ts'
import type { OrderAdmin } from '../../app/wire/content.ts'
import { day, days } from '../../lib/dates'
import { Button } from '../../ui/Button'
import { Tag } from '../../ui/Tag'
import { TextArea } from '../../ui/TextArea'
import { TextField } from '../../ui/TextField'
import { ActionButton } from './ActionButton.tsx'

type Step = OrderAdmin['steps'][number]

const tones = { pending: 'none', current: 'live', done: 'ok' } as const

export function OrderSteps({ order }: { order: OrderAdmin }) {
  const [open, setOpen] = useState<Step['key'] | null>(null)
  return (
    <section className="ad-block" aria-labelledby="order-steps">
      <h4 id="order-steps">{adminOrder.steps}</h4>
      <ol className="ad-lines ad-steps">
        {order.steps.map((step) => (
          <li key={step.key}>
            <Tag tone={tones[step.status]}>{step.title}</Tag>
            <span className="mute num">
              {step.actual_at
                ? adminOrder.actual(day(step.actual_at))
                : adminOrder.planned(days(step.planned_from, step.planned_to))}
            </span>
            {order.status === 'active' && step.status !== 'done' && (
              <Button
                small
                variant="text"
                aria-expanded={open === step.key}
                aria-label={`${adminOrder.move}. ${adminOrder.moveOf(step.title)}`}
                onClick={() => setOpen(open === step.key ? null : step.key)}
              >
                {adminOrder.move}
              </Button>
            )}
            {step.delay && <span className="s">{adminOrder.late(step.delay.reason)}</span>}
            {open === step.key && (
              <StepForm
                key={order.version}
                order={order}
                step={step}
                onDone={() => setOpen(null)}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

type FormProps = { order: OrderAdmin; step: Step; onDone: () => void }

function StepForm({ order, step, onDone }: FormProps) {
  const [from, setFrom] = useState(step.planned_from)
  const [to, setTo] = useState(step.planned_to)
  const [reason, setReason] = useState('')
  const [message, setMessage] = useState(step.message ?? '')
  const isMoved = from !== step.planned_from || to !== step.planned_to
  const isLater = to > step.planned_to
  const isChanged = isMoved || message.trim() !== (step.message ?? '')
  return (
    <fieldset className="ui-fields ad-step" data-draft>
      <legend className="sr">{adminOrder.moveOf(step.title)}</legend>
      <div className="ui-fields-two">
        <TextField
          small
          type="date"
          label={adminOrder.from}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          small
          type="date"
          label={adminOrder.to}
          min={from}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      {isMoved && (
        <TextField
          small
          label={adminOrder.delayReason}
          hint={adminOrder.delayHint}
          autoComplete="off"
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <TextArea
        small
        label={adminOrder.message}
        rows={2}
        maxLength={2000}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <div className="btns">
        <ActionButton
          sending={adminList.saving}
          disabled={!isChanged || (isLater && reason.trim() === '')}
          change={{
            url: calls.contentAdminItem('orders', order.id),
            method: 'PATCH',
            body: {
              version: order.version,
              steps: [
                {
                  key: step.key,
                  ...(isMoved && { planned_from: from, planned_to: to }),
                  ...(isMoved && reason.trim() && { delay_reason: reason.trim() }),
                  ...(message.trim() !== (step.message ?? '') && {
                    message: message.trim() || null,
                  }),
                },
              ],
            },
            tags: ['Order'],
          }}
          onDone={onDone}
        >
          {adminList.save}
        </ActionButton>
      </div>
    </fieldset>
  )
}
