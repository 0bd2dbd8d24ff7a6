// The payments of orders and the bookings of customers.

import { bookingLabels, paymentKinds, paymentLabels } from '../../app/texts/adminLabels.ts'
import { adminList, labels } from '../../app/texts/adminList.ts'
import { adminOrder } from '../../app/texts/adminOrders.ts'
import { views } from '../../app/texts/adminPanel.ts'
import type { BookingAdmin, PaymentAdmin } from '../../app/wire/content.ts'
import { dayAndTime } from '../../lib/dates.ts'
import { roubles } from '../../lib/numbers.ts'
import { Tag } from '../../ui/Tag.tsx'
import { changeRecord } from './bulkActions.ts'
import { contentSource, optionsOf, type Section } from './section.ts'

const formatMoment = (at: string | null) => (at ? dayAndTime(at) : adminList.none)

const paymentTones = {
  pending: 'warn',
  waiting: 'info',
  paid: 'ok',
  cancelled: 'none',
  refunded: 'none',
} as const
const bookingTones = { requested: 'warn', confirmed: 'ok', cancelled: 'none' } as const

const paymentsSource = contentSource('payments', ['Payment', 'Order'])

export const paymentsSection: Section<PaymentAdmin> = {
  title: views.payments,
  source: paymentsSource,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'due_at', '-amount_rub'],
  filters: [
    { name: 'status', label: labels.status, options: optionsOf(paymentLabels) },
    { name: 'kind', label: labels.kind, options: optionsOf(paymentKinds) },
  ],
  columns: [
    { id: 'title', title: labels.title, text: (row) => row.title },
    { id: 'order', title: labels.order, num: true, text: (row) => row.order_number },
    {
      id: 'status',
      title: labels.status,
      text: (row) => paymentLabels[row.status],
      cell: (row) => <Tag tone={paymentTones[row.status]}>{paymentLabels[row.status]}</Tag>,
    },
    {
      id: 'due',
      title: labels.due,
      sort: 'due_at',
      num: true,
      minor: true,
      text: (row) => formatMoment(row.due_at),
    },
    {
      id: 'amount',
      title: labels.amount,
      sort: 'amount_rub',
      num: true,
      align: 'right',
      text: (row) => roubles(row.amount_rub),
    },
  ],
  fields: [
    { name: 'order_id', label: labels.orderId, when: 'create', required: true },
    {
      name: 'kind',
      label: labels.kind,
      kind: 'select',
      required: true,
      options: optionsOf(paymentKinds),
    },
    { name: 'amount_rub', label: labels.amount, kind: 'number', required: true },
    {
      name: 'status',
      label: labels.status,
      kind: 'select',
      required: true,
      options: optionsOf(paymentLabels),
    },
    { name: 'due_at', label: labels.due, kind: 'moment' },
    { name: 'receipt', label: labels.receipt },
    { name: 'receipt_url', label: labels.receiptUrl },
  ],
  canCreate: true,
  canRemove: true,
  bulk: [
    {
      key: 'received',
      label: adminOrder.receivedSome,
      isApplicable: ({ status }) => status === 'waiting' || status === 'pending',
      change: (row) => changeRecord(paymentsSource, row, { status: 'paid' }),
      confirmation: {
        title: adminOrder.receivedQuestion,
        hint: adminOrder.receivedHint,
        confirm: adminOrder.received,
      },
    },
  ],
  heading: (row) => `${row.order_number}: ${row.title}`,
}

const bookingsSource = contentSource('bookings', ['Booking'])

export const bookingsSection: Section<BookingAdmin> = {
  title: views.bookings,
  source: bookingsSource,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'starts_at', '-starts_at'],
  filters: [{ name: 'status', label: labels.status, options: optionsOf(bookingLabels) }],
  columns: [
    { id: 'title', title: labels.title, text: (row) => row.title },
    { id: 'customer', title: labels.customer, text: (row) => row.user_name ?? '' },
    {
      id: 'status',
      title: labels.status,
      text: (row) => bookingLabels[row.status],
      cell: (row) => <Tag tone={bookingTones[row.status]}>{bookingLabels[row.status]}</Tag>,
    },
    {
      id: 'starts',
      title: labels.startsAt,
      sort: 'starts_at',
      num: true,
      text: (row) => formatMoment(row.starts_at),
    },
  ],
  fields: [
    { name: 'user_id', label: labels.customer, kind: 'customer', when: 'create', required: true },
    { name: 'kind', label: labels.kind, required: true },
    { name: 'title', label: labels.title },
    { name: 'starts_at', label: labels.startsAt, kind: 'moment', required: true },
    { name: 'duration_minutes', label: labels.minutes, kind: 'number', when: 'edit' },
    { name: 'place', label: labels.place },
    { name: 'note', label: labels.note, kind: 'area' },
    {
      name: 'status',
      label: labels.status,
      kind: 'select',
      required: true,
      options: optionsOf(bookingLabels),
    },
  ],
  canCreate: true,
  canRemove: true,
  bulk: [
    {
      key: 'confirm',
      label: adminOrder.confirmSome,
      isApplicable: ({ status }) => status === 'requested',
      change: (row) => changeRecord(bookingsSource, row, { status: 'confirmed' }),
    },
    {
      key: 'cancel',
      label: adminOrder.cancelSome,
      isApplicable: ({ status }) => status !== 'cancelled',
      change: (row) => changeRecord(bookingsSource, row, { status: 'cancelled' }),
      confirmation: {
        title: adminOrder.cancelSomeQuestion,
        hint: adminOrder.cancelSomeHint,
        confirm: adminOrder.cancelSomeConfirm,
      },
    },
  ],
  heading: (row) => row.title,
}
