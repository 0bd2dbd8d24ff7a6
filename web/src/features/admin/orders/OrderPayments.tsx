// The payments of one order, and the form of a new payment.

import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import type { OrderAdmin, PaymentAdmin } from '../../../api/wire/content.ts'
import { formatDay } from '../../../lib/dates.ts'
import { readMoscowTime } from '../../../lib/moscowTime.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { parseNumber } from '../../../lib/typedNumbers.ts'
import { pages } from '../../../shared/paths.ts'
import { paymentTones } from '../../../shared/statusTones.ts'
import { paymentKindLabels } from '../../../shared/texts/adminLabels.ts'
import { labels } from '../../../shared/texts/adminList.ts'
import { adminOrder, unbookedMoney } from '../../../shared/texts/adminOrders.ts'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { createChange, useAdminQuery } from '../adminApi.ts'
import { QueryBlock } from '../Block.tsx'
import { ActionButton } from '../record/ActionButton.tsx'
import { ActionForm } from '../record/ActionForm.tsx'
import { createChoiceField, type Field } from '../section.ts'
import { awaitsMoney, isPaymentLate } from './latePayments.ts'
import { describeMoneyQuestion } from './moneyQuestion.ts'
import { formatPaymentStatus } from './paymentStates.ts'

const tags = ['Payment', 'Order'] as const

export function OrderPayments({ order }: { order: OrderAdmin }) {
  const query = useAdminQuery(calls.contentAdmin('payments'), tags, {
    params: { order_id: order.id, limit: 100 },
  })
  return (
    <QueryBlock
      title={adminOrder.payments}
      query={query}
      errorTitle={adminOrder.paymentsFailed}
      // An added payment changes the key, which closes the form.
      footer={<NewPayment key={query.data?.items.length} order={order} />}
    >
      {({ items }) => (
        <ul className="ad-lines ad-money">
          {items.map((payment) => (
            <li key={payment.id}>
              <Link to={`${pages.adminSection('orders')}?view=payments&item=${payment.id}`}>
                {payment.title}
              </Link>
              <Tag tone={paymentTones[payment.status]}>{formatPaymentStatus(payment)}</Tag>
              {(payment.unbooked ?? []).length > 0 && <Tag tone="warn">{unbookedMoney.title}</Tag>}
              <span className="num">{formatRoubles(payment.amount_rub)}</span>
              {awaitsMoney(payment) && payment.due_at && (
                <DueDay day={formatDay(payment.due_at)} isLate={isPaymentLate(payment)} />
              )}
              {canMarkMoney(payment) && (
                <ActionButton
                  change={createChange(
                    'PATCH',
                    calls.contentAdminItem('payments', payment.id),
                    tags,
                    {
                      status: 'paid',
                      version: payment.version,
                    },
                  )}
                  confirmation={describeMoneyQuestion(payment)}
                >
                  {describeMoneyQuestion(payment).confirm}
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </QueryBlock>
  )
}

/** An invoice is marked when the buyer says that it is paid; a refund needs no such word. */
const canMarkMoney = ({ kind, status }: PaymentAdmin): boolean =>
  status === 'waiting' || (kind === 'refund' && status === 'pending')

function DueDay({ day, isLate }: { day: string; isLate: boolean }) {
  if (isLate) return <Tag tone="warn">{adminOrder.dueWas(day)}</Tag>
  return <span className="mute num">{adminOrder.dueOn(day)}</span>
}

const createPaymentFields = (kinds: Readonly<Record<string, string>>): Field[] => [
  createChoiceField('kind', labels.kind, kinds),
  { name: 'amount_rub', label: labels.amount_rub, kind: 'number', required: true },
  { name: 'due_at', label: adminOrder.payBy, kind: 'date', isHalfWidth: false },
  { name: 'includes_customs', label: labels.includes_customs, kind: 'check' },
]

/** The form of a new payment. A cancelled order takes refunds only. */
function NewPayment({ order }: { order: OrderAdmin }) {
  const isCancelled = order.status === 'cancelled'
  return (
    <Disclosure className="ad-more" summary={adminOrder.newPayment}>
      <ActionForm
        label={adminOrder.newPayment}
        draftKey={`new_payment ${order.id}`}
        fields={createPaymentFields(
          isCancelled ? { refund: paymentKindLabels.refund } : paymentKindLabels,
        )}
        initial={{ kind: isCancelled ? 'refund' : 'payment' }}
        submitLabel={adminOrder.addPayment}
        canSubmit={({ amount_rub = '' }) => (parseNumber(amount_rub) ?? 0) > 0}
        change={({ kind, amount_rub = '', due_at, includes_customs }) =>
          createChange('POST', calls.contentAdmin('payments'), tags, {
            order_id: order.id,
            kind: kind as PaymentAdmin['kind'],
            amount_rub: parseNumber(amount_rub) ?? 0,
            includes_customs: includes_customs === 'true',
            // The payment is on time until the end of that day in Moscow.
            due_at: due_at ? readMoscowTime(`${due_at}T23:59`) : null,
          })
        }
      />
    </Disclosure>
  )
}
