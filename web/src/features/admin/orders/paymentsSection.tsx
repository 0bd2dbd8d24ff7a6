// The payments of orders.

import type { PaymentAdmin } from '../../../api/wire/content.ts'
import { formatShortDateTime } from '../../../lib/dates.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { parseNumber } from '../../../lib/typedNumbers.ts'
import { paymentTones } from '../../../shared/statusTones.ts'
import { paymentKindLabels, paymentStatusLabels } from '../../../shared/texts/adminLabels.ts'
import { adminList, labels } from '../../../shared/texts/adminList.ts'
import { adminOrder, unbookedMoney } from '../../../shared/texts/adminOrders.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { createMomentColumn, createRoubleColumn, createStateColumn } from '../list/columns.tsx'
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
import { PaymentMistake } from './PaymentMistake.tsx'
import { UnbookedMoney } from './UnbookedMoney.tsx'

const paymentsSource = createContentSource('payments', ['Payment', 'Order'])

// The state column also shows whether a payment has money that could not be booked.
const paymentState: AdminColumn<PaymentAdmin> = createStateColumn(paymentStatusLabels, paymentTones)
const paymentStateColumn: AdminColumn<PaymentAdmin> = {
  ...paymentState,
  text: (row) =>
    row.unbooked?.length
      ? `${paymentState.text(row)}, ${unbookedMoney.title.toLowerCase()}`
      : paymentState.text(row),
  cell: (row) => (
    <>
      {paymentState.cell?.(row)}
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
  const sum = formatRoubles(parseNumber(String(amount_rub)) ?? payment.amount_rub)
  return payment.kind === 'refund' || status === 'refunded'
    ? {
        title: adminOrder.sentQuestion(payment.title, sum),
        hint: adminOrder.sentHint,
        confirm: adminOrder.sent,
      }
    : {
        title: adminOrder.receivedOneQuestion(payment.title, sum),
        hint: adminOrder.receivedHint(1),
        confirm: adminOrder.received,
      }
}

/** The state of the payment and the states that may follow. A new payment is open, or its money has arrived. */
const listAllowedStatuses = (record: Partial<PaymentAdmin> | null): string[] =>
  record?.status ? [record.status, ...(record.next_statuses ?? [])] : ['pending', 'waiting', 'paid']

export const paymentsSection: Section<PaymentAdmin> = {
  title: views.payments,
  source: paymentsSource,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'due_at', '-amount_rub'],
  filters: [
    { name: 'status', label: labels.status, options: toOptions(paymentStatusLabels) },
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
      listAllowedValues: listAllowedStatuses,
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
  findSaveConfirmation: findMoneyConfirmation,
  // Money that arrived or went back stays recorded, until a mistake about it is taken back.
  canRemove: ({ status }) => status !== 'paid' && status !== 'refunded',
  Details: UnbookedMoney,
  Actions: PaymentMistake,
  bulk: [
    {
      ...createStatusAction(paymentsSource, 'paid', adminOrder.receivedSome),
      isApplicable: ({ status }) => status === 'waiting' || status === 'pending',
      confirmation: {
        title: adminOrder.receivedQuestion,
        hint: adminOrder.receivedHint,
        confirm: adminOrder.received,
      },
    },
  ],
  heading: (row) => `${row.order_number}: ${row.title}`,
}
