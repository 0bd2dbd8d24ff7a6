// The payments of orders and the bookings of customers.

import type { BookingAdmin, PaymentAdmin } from '../../../api/wire/content.ts'
import { bookingTones, paymentTones } from '../../../shared/statusTones.ts'
import { bookingLabels, paymentKinds, paymentLabels } from '../../../shared/texts/adminLabels.ts'
import { adminList, labels } from '../../../shared/texts/adminList.ts'
import { adminOrder, unbookedMoney } from '../../../shared/texts/adminOrders.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { moveTo } from '../list/bulkActions.ts'
import { createMomentColumn, createRoubleColumn, createStateColumn } from '../list/columns.tsx'
import {
  type AdminColumn,
  createChoiceField,
  createContentSource,
  type Section,
  toOptions,
} from '../section.ts'
import { UnbookedMoney } from './UnbookedMoney.tsx'

const paymentsSource = createContentSource('payments', ['Payment', 'Order'])

// The state column also says when money arrived that could not be booked for this payment.
const paymentState: AdminColumn<PaymentAdmin> = createStateColumn(paymentLabels, paymentTones)
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

export const paymentsSection: Section<PaymentAdmin> = {
  title: views.payments,
  source: paymentsSource,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'due_at', '-amount_rub'],
  filters: [
    { name: 'status', label: labels.status, options: toOptions(paymentLabels) },
    { name: 'kind', label: labels.kind, options: toOptions(paymentKinds) },
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
    { id: 'order', title: labels.order_id, num: true, text: (row) => row.order_number },
    paymentStateColumn,
    createMomentColumn('due', labels.due_at, (row) => row.due_at, { sort: 'due_at', minor: true }),
    createRoubleColumn('amount', labels.amount_rub, (row) => row.amount_rub, {
      sort: 'amount_rub',
    }),
  ],
  fields: [
    { name: 'order_id', label: labels.orderId, when: 'create', required: true },
    createChoiceField('kind', labels.kind, paymentKinds),
    { name: 'amount_rub', label: labels.amount_rub, kind: 'number', required: true },
    createChoiceField('status', labels.status, paymentLabels),
    { name: 'due_at', label: labels.due_at, kind: 'moment' },
    { name: 'receipt', label: labels.receipt },
    { name: 'receipt_url', label: labels.receipt_url },
  ],
  newHeading: adminList.newRecord.payment,
  canRemove: true,
  Details: UnbookedMoney,
  bulk: [
    {
      ...moveTo(paymentsSource, 'paid', adminOrder.receivedSome),
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

const bookingsSource = createContentSource('bookings', ['Booking'])

/** How many meetings have a time, and how many have none. Buyers are told of a meeting that has a time. */
function countByTime(rows: readonly { starts_at?: string | null }[]): [number, number] {
  const timed = rows.filter(({ starts_at }) => starts_at).length
  return [timed, rows.length - timed]
}

export const bookingsSection: Section<BookingAdmin> = {
  title: views.bookings,
  source: bookingsSource,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'starts_at', '-starts_at'],
  filters: [{ name: 'status', label: labels.status, options: toOptions(bookingLabels) }],
  columns: [
    { id: 'title', title: labels.title, text: (row) => row.title },
    { id: 'customer', title: labels.user_id, text: (row) => row.user_name ?? '' },
    createStateColumn(bookingLabels, bookingTones),
    createMomentColumn('starts', labels.starts_at, (row) => row.starts_at, { sort: 'starts_at' }),
  ],
  fields: [
    { name: 'user_id', label: labels.user_id, kind: 'customer', when: 'create', required: true },
    { name: 'kind', label: labels.kind, required: true },
    { name: 'title', label: labels.title },
    { name: 'starts_at', label: labels.starts_at, kind: 'moment', required: true },
    { name: 'duration_minutes', label: labels.duration_minutes, kind: 'number', when: 'edit' },
    { name: 'place', label: labels.place },
    { name: 'note', label: labels.note, kind: 'area' },
    createChoiceField('status', labels.status, bookingLabels),
  ],
  newHeading: adminList.newRecord.booking,
  canRemove: true,
  bulk: [
    {
      ...moveTo(bookingsSource, 'confirmed', adminOrder.confirmSome),
      isApplicable: ({ status }) => status === 'requested',
      confirmation: (rows) => ({
        title: adminOrder.confirmSomeQuestion,
        hint: adminOrder.confirmSomeHint(...countByTime(rows)),
        confirm: adminOrder.confirmSomeConfirm(rows.length),
      }),
    },
    {
      ...moveTo(bookingsSource, 'cancelled', adminOrder.cancelSome),
      confirmation: (rows) => ({
        title: adminOrder.cancelSomeQuestion,
        hint: adminOrder.cancelSomeHint(...countByTime(rows)),
        confirm: adminOrder.cancelSomeConfirm(rows.length),
      }),
    },
  ],
  heading: (row) => row.title,
}
