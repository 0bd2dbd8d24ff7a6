// The payments of orders.

import type { PaymentAdmin } from '../../../api/wire/content.ts'
import { formatShortDateTime } from '../../../lib/dates.ts'
import { parseNumber } from '../../../lib/typedNumbers.ts'
import { typographer } from '../../../lib/typography.ts'
import { paymentTones } from '../../../shared/statusTones.ts'
import {
  paymentFilterLabels,
  paymentKindLabels,
  paymentStatusLabels,
} from '../../../shared/texts/adminLabels.ts'
import { adminList, emptyHints, labels } from '../../../shared/texts/adminList.ts'
import { adminOrder, unbookedMoney } from '../../../shared/texts/adminOrders.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { createMomentColumn, createRoubleColumn } from '../list/columns.tsx'
import { createStatusAction } from '../list/commonActions.ts'
import { createMomentExport } from '../list/exportColumns.ts'
import type { Values } from '../record/formValues.ts'
import {
  type AdminColumn,
  createChoiceField,
  createContentSource,
  type SaveConfirmation,
  type Section,
  toOptions,
} from '../section.ts'
import { isPaymentLate } from './latePayments.ts'
import { describeMoneyQuestion } from './moneyQuestion.ts'
import { PaymentMistake } from './PaymentMistake.tsx'
import { findPaymentLabels, formatPaymentStatus } from './paymentStates.ts'
import { UnbookedMoney } from './UnbookedMoney.tsx'

const paymentsSource = createContentSource('payments', ['Payment', 'Order'])

// The state column also shows whether a payment has money that could not be booked.
const paymentStateColumn: AdminColumn<PaymentAdmin> = {
  id: 'status',
  title: labels.status,
  text: (row) =>
    row.unbooked?.length
      ? `${formatPaymentStatus(row)}, ${unbookedMoney.title.toLowerCase()}`
      : formatPaymentStatus(row),
  cell: (row) => (
    <>
      <Tag tone={paymentTones[row.status]}>{typographer(formatPaymentStatus(row))}</Tag>
      {row.unbooked?.length ? <Tag tone="warn">{unbookedMoney.title}</Tag> : null}
    </>
  ),
}

// The due column says that the day has passed while the money is awaited.
const dueColumn: AdminColumn<PaymentAdmin> = createMomentColumn(
  'due',
  labels.due_at,
  (row) => row.due_at,
  { sort: 'due_at', isSecondary: true },
)
const paymentDueColumn: AdminColumn<PaymentAdmin> = {
  ...dueColumn,
  text: (row) =>
    isPaymentLate(row) ? adminOrder.dueWas(dueColumn.text(row)) : dueColumn.text(row),
  cell: (row) =>
    isPaymentLate(row) && row.due_at ? (
      <span title={dueColumn.text(row)}>
        <Tag tone="warn">{adminOrder.dueWas(formatShortDateTime(row.due_at))}</Tag>
      </span>
    ) : (
      dueColumn.cell?.(row)
    ),
}

/** The question before money is marked as received or sent, of which the buyer is notified at once. */
function findMoneyConfirmation(
  { status, amount_rub = '' }: Values,
  payment: PaymentAdmin | null,
): SaveConfirmation | undefined {
  const isMarked = status !== payment?.status && (status === 'paid' || status === 'refunded')
  if (!payment || !isMarked) return undefined
  return describeMoneyQuestion({
    kind: status === 'refunded' ? 'refund' : payment.kind,
    title: payment.title,
    amount_rub: parseNumber(String(amount_rub)) ?? payment.amount_rub,
  })
}

/** The state of the payment and the states that may follow. A new payment is open, or its money has arrived. */
function listStatusOptions(record: Partial<PaymentAdmin> | null) {
  const allowed = record?.status
    ? [record.status, ...(record.next_statuses ?? [])]
    : ['pending', 'waiting', 'paid']
  return toOptions(findPaymentLabels(record?.kind)).filter(({ value }) =>
    (allowed as string[]).includes(value),
  )
}

export const paymentsSection: Section<PaymentAdmin> = {
  title: views.payments,
  source: paymentsSource,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'due_at', '-amount_rub'],
  filters: [
    { name: 'status', label: labels.status, options: toOptions(paymentFilterLabels) },
    { name: 'kind', label: labels.kind, options: toOptions(paymentKindLabels) },
    {
      name: 'unbooked',
      label: unbookedMoney.filter,
      options: [
        { value: 'true', label: unbookedMoney.some },
        { value: 'false', label: unbookedMoney.none },
      ],
    },
  ],
  columns: [
    { id: 'title', title: labels.title, text: (row) => row.title },
    { id: 'order', title: labels.order_id, isOneLine: true, text: (row) => row.order_number },
    paymentStateColumn,
    paymentDueColumn,
    createMomentColumn('paid', labels.paid_at, (row) => row.paid_at, { isSecondary: true }),
    createRoubleColumn('amount', labels.amount_rub, (row) => row.amount_rub, {
      sort: 'amount_rub',
      narrowHidden: 'besideRecord',
    }),
  ],
  fields: [
    {
      name: 'order_id',
      label: labels.orderId,
      kind: 'order',
      formMode: 'create',
      required: true,
    },
    createChoiceField('kind', labels.kind, paymentKindLabels),
    { name: 'amount_rub', label: labels.amount_rub, kind: 'number', required: true },
    {
      ...createChoiceField('status', labels.status, paymentStatusLabels),
      listOptions: listStatusOptions,
    },
    { name: 'due_at', label: labels.due_at, kind: 'moment' },
    { name: 'includes_customs', label: labels.includes_customs, kind: 'check' },
    { name: 'receipt', label: labels.receipt },
    { name: 'receipt_url', label: labels.receipt_url },
  ],
  exportColumns: [
    { title: labels.car_id, value: (row) => row.order_title },
    createMomentExport(labels.created, (row) => row.created_at),
  ],
  newHeading: adminList.newRecord.payment,
  emptyHint: emptyHints.payments,
  findSaveConfirmation: findMoneyConfirmation,
  // Money that arrived or went back stays recorded, until a mistake about it is taken back.
  canRemove: ({ status }) => status !== 'paid' && status !== 'refunded',
  Details: UnbookedMoney,
  Actions: PaymentMistake,
  bulk: [
    {
      ...createStatusAction(paymentsSource, 'paid', adminOrder.receivedSome),
      // Money of a refund is sent, and is marked one by one.
      isApplicable: ({ kind, status }) =>
        kind !== 'refund' && (status === 'waiting' || status === 'pending'),
      confirmation: {
        title: adminOrder.receivedQuestion,
        hint: adminOrder.receivedHint,
        confirm: adminOrder.received,
      },
    },
  ],
  heading: (row) => `${row.order_number}: ${row.title}`,
}
