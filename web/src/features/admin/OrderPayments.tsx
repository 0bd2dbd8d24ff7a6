// The payments of one order, and the form of a new one.

import { Link } from 'react-router'
import { calls } from '../../app/calls.ts'
import { pages } from '../../app/paths.ts'
import { paymentKinds, paymentLabels } from '../../app/texts/adminLabels.ts'
import { labels } from '../../app/texts/adminList.ts'
import { adminOrder } from '../../app/texts/adminOrders.ts'
import type { OrderAdmin, PaymentAdmin } from '../../app/wire/content.ts'
import { day } from '../../lib/dates'
import { parseNumber, roubles } from '../../lib/numbers'
import { Tag, type Tone } from '../../ui/Tag'
import { ActionButton } from './ActionButton.tsx'
import { ActionForm } from './ActionForm.tsx'
import { BlockQueryView } from './AdminQueryView.tsx'
import { useAdminQuery } from './adminApi.ts'
import { choiceField, type Field } from './section.ts'

const tags = ['Payment', 'Order'] as const
const tones: Record<PaymentAdmin['status'], Tone> = {
  pending: 'warn',
  waiting: 'info',
  paid: 'ok',
  cancelled: 'none',
  refunded: 'none',
}

export function OrderPayments({ order }: { order: OrderAdmin }) {
  const query = useAdminQuery(calls.contentAdmin('payments'), tags, {
    params: { order_id: order.id, limit: 100 },
  })
  return (
    <section className="ad-block" aria-labelledby="order-payments">
      <h4 id="order-payments">{adminOrder.payments}</h4>
      <BlockQueryView query={query} errorTitle={adminOrder.paymentsFailed}>
        {(data) => (
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
      </BlockQueryView>
      <NewPayment key={query.data?.items.length} order={order} />
    </section>
  )
}

const paymentFields: Field[] = [
  { ...choiceField('kind', labels.kind, paymentKinds), short: true },
  { name: 'amount_rub', label: labels.amount, kind: 'number', required: true, short: true },
  { name: 'due_at', label: adminOrder.payBy, kind: 'date' },
]

function NewPayment({ order }: { order: OrderAdmin }) {
  return (
    <details className="ad-more">
      <summary>{adminOrder.newPayment}</summary>
      <ActionForm
        label={adminOrder.newPayment}
        fields={paymentFields}
        initial={{ kind: 'payment', amount_rub: '', due_at: '' }}
        submitLabel={adminOrder.addPayment}
        canSubmit={({ amount_rub = '' }) => (parseNumber(amount_rub) ?? 0) > 0}
        change={({ kind, amount_rub = '', due_at }) => ({
          url: calls.contentAdmin('payments'),
          method: 'POST',
          body: {
            order_id: order.id,
            kind,
            amount_rub: parseNumber(amount_rub),
            // The payment is on time until the end of that day in Moscow.
            due_at: due_at ? `${due_at}T23:59:00+03:00` : null,
          },
          tags,
        })}
      />
    </details>
  )
}
