// The payments of one order, and the form of a new one.

import { useState } from 'react'
import { Link } from 'react-router'
import { calls, pages } from '../../app/paths.ts'
import { problemText } from '../../app/problem.ts'
import { paymentKinds, paymentLabels } from '../../app/texts/adminLabels.ts'
import { labels } from '../../app/texts/adminList.ts'
import { adminOrder } from '../../app/texts/adminOrders.ts'
import type { OrderAdmin, PaymentAdmin } from '../../app/wire/content.ts'
import { day } from '../../lib/dates'
import { parseNumber, roubles } from '../../lib/numbers'
import { ErrorNote } from '../../ui/Note'
import { Select } from '../../ui/Select'
import { Skeleton } from '../../ui/Skeleton'
import { Tag, type Tone } from '../../ui/Tag'
import { TextField } from '../../ui/TextField'
import { ActionButton } from './ActionButton.tsx'
import { useAdminQuery } from './adminApi.ts'
import { optionsOf } from './section.ts'

const tags = ['Payment', 'Order'] as const
const tones: Record<PaymentAdmin['status'], Tone> = {
  pending: 'warn',
  waiting: 'info',
  paid: 'ok',
  cancelled: 'none',
  refunded: 'none',
}

export function OrderPayments({ order }: { order: OrderAdmin }) {
  const { data, error, refetch } = useAdminQuery<{ items: PaymentAdmin[] }>(
    calls.contentAdmin('payments'),
    tags,
    { params: { order_id: order.id, limit: 100 } },
  )
  return (
    <section className="ad-block" aria-labelledby="order-payments">
      <h4 id="order-payments">{adminOrder.payments}</h4>
      {error && !data ? (
        <ErrorNote title={adminOrder.paymentsFailed} onRetry={refetch}>
          {problemText(error, '')}
        </ErrorNote>
      ) : !data ? (
        <Skeleton height="3rem" />
      ) : (
        <ul className="ad-lines ad-money">
          {data.items.map((payment) => (
            <li key={payment.id}>
              <Link to={`${pages.adminSection('orders')}?view=payments&item=${payment.id}`}>
                {payment.title}
              </Link>
              <Tag tone={tones[payment.status]}>{paymentLabels[payment.status]}</Tag>
              <span className="num">{roubles(payment.amount_rub)}</span>
              {payment.status !== 'paid' && payment.due_at && (
                <span className="mute num">{adminOrder.dueOn(day(payment.due_at))}</span>
              )}
              {payment.status === 'waiting' && (
                <ActionButton
                  change={{
                    url: calls.contentAdminItem('payments', payment.id),
                    method: 'PATCH',
                    body: { status: 'paid', version: payment.version },
                    tags,
                  }}
                >
                  {adminOrder.received}
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
      )}
      <NewPayment key={data?.items.length} order={order} />
    </section>
  )
}

function NewPayment({ order }: { order: OrderAdmin }) {
  const [kind, setKind] = useState('payment')
  const [amount, setAmount] = useState('')
  const [due, setDue] = useState('')
  const sum = parseNumber(amount)
  return (
    <details className="ad-more" data-draft>
      <summary>{adminOrder.newPayment}</summary>
      <div className="ui-fields">
        <div className="ui-fields-two">
          <Select
            small
            label={labels.kind}
            options={optionsOf(paymentKinds)}
            value={kind}
            onChange={(event) => setKind(event.target.value)}
          />
          <TextField
            small
            inputMode="numeric"
            label={labels.amount}
            autoComplete="off"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </div>
        <TextField
          small
          type="date"
          label={adminOrder.payBy}
          value={due}
          onChange={(event) => setDue(event.target.value)}
        />
        <div className="btns">
          <ActionButton
            disabled={!sum || sum <= 0}
            change={{
              url: calls.contentAdmin('payments'),
              method: 'POST',
              body: {
                order_id: order.id,
                kind,
                amount_rub: sum,
                // The payment is on time until the end of that day in Moscow.
                due_at: due ? `${due}T23:59:00+03:00` : null,
              },
              tags,
            }}
          >
            {adminOrder.addPayment}
          </ActionButton>
        </div>
      </div>
    </details>
  )
}
