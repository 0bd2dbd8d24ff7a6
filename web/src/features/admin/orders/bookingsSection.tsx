// The bookings of customers: meetings, viewings, handovers.

import { Link } from 'react-router'
import type { BookingAdmin } from '../../../api/wire/content.ts'
import { formatStoredPhone } from '../../../lib/phone.ts'
import { bookingTones } from '../../../shared/statusTones.ts'
import { adminConversations } from '../../../shared/texts/adminConversations.ts'
import {
  bookingKindLabels,
  bookingStatusLabels,
  requestKindLabels,
} from '../../../shared/texts/adminLabels.ts'
import { adminList, emptyHints, labels } from '../../../shared/texts/adminList.ts'
import { adminOrder } from '../../../shared/texts/adminOrders.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { PhoneLink } from '../../../ui/PhoneLink.tsx'
import { createMomentColumn, createStateColumn } from '../list/columns.tsx'
import { createStatusAction } from '../list/commonActions.ts'
import { createMomentExport, createPhoneExport } from '../list/exportColumns.ts'
import { CustomerLink } from '../people/CustomerLink.tsx'
import { DetailList } from '../record/DetailList.tsx'
import { createChoiceField, createContentSource, type Section, toOptions } from '../section.ts'
import { buildSectionPath } from '../sectionPaths.ts'

const bookingsSource = createContentSource('bookings', ['Booking'])

/** Counts the meetings with and without a time. Only a meeting with a time is announced to its buyer. */
function countByTime(rows: readonly { starts_at?: string | null }[]): [number, number] {
  const timed = rows.filter(({ starts_at }) => starts_at).length
  return [timed, rows.length - timed]
}

/** The kinds of meetings. A meeting that began as a request has the kind of the request. */
const allKinds = { ...requestKindLabels, ...bookingKindLabels }

function BookingDetails({ row }: { row: BookingAdmin }) {
  return (
    <DetailList
      details={[
        [labels.user_id, <CustomerLink key="customer" id={row.user_id} name={row.user_name} />],
        [labels.phone, row.user_phone && <PhoneLink phone={formatStoredPhone(row.user_phone)} />],
        [
          labels.order_id,
          row.order_id && (
            <Link key="order" to={`${buildSectionPath('orders')}?item=${row.order_id}`}>
              {adminConversations.openOrder}
            </Link>
          ),
        ],
      ]}
    />
  )
}

export const bookingsSection: Section<BookingAdmin> = {
  title: views.bookings,
  source: bookingsSource,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'starts_at', '-starts_at'],
  filters: [{ name: 'status', label: labels.status, options: toOptions(bookingStatusLabels) }],
  columns: [
    { id: 'title', title: labels.title, text: (row) => row.title },
    {
      id: 'customer',
      title: labels.user_id,
      isSecondary: true,
      text: (row) => row.user_name ?? '',
    },
    createStateColumn(bookingStatusLabels, bookingTones),
    createMomentColumn('starts', labels.starts_at, (row) => row.starts_at, { sort: 'starts_at' }),
  ],
  fields: [
    {
      name: 'user_id',
      label: labels.user_id,
      kind: 'customer',
      formMode: 'create',
      required: true,
    },
    {
      ...createChoiceField('kind', labels.kind, bookingKindLabels),
      formMode: 'create',
      isHalfWidth: false,
    },
    { ...createChoiceField('kind', labels.kind, allKinds), formMode: 'edit', isHalfWidth: false },
    { name: 'title', label: labels.title },
    { name: 'starts_at', label: labels.starts_at, kind: 'moment', required: true },
    { name: 'duration_minutes', label: labels.duration_minutes, kind: 'number', formMode: 'edit' },
    { name: 'place', label: labels.place },
    { name: 'note', label: labels.bookingNote, hint: labels.bookingNoteHint, kind: 'area' },
    createChoiceField('status', labels.status, bookingStatusLabels),
  ],
  exportColumns: [
    createPhoneExport((row) => row.user_phone),
    createMomentExport(labels.created, (row) => row.created_at),
  ],
  newHeading: adminList.newRecord.booking,
  emptyHint: emptyHints.bookings,
  canRemove: true,
  bulk: [
    {
      ...createStatusAction(bookingsSource, 'confirmed', adminOrder.confirmSome),
      isApplicable: ({ status }) => status === 'requested',
      confirmation: (rows) => ({
        title: adminOrder.confirmSomeQuestion,
        hint: adminOrder.confirmSomeHint(...countByTime(rows)),
        confirm: adminOrder.confirmSomeConfirm(rows.length),
      }),
    },
    {
      ...createStatusAction(bookingsSource, 'cancelled', adminOrder.cancelSome),
      confirmation: (rows) => ({
        title: adminOrder.cancelSomeQuestion,
        hint: adminOrder.cancelSomeHint(...countByTime(rows)),
        confirm: adminOrder.cancelSomeConfirm(rows.length),
      }),
    },
  ],
  heading: (row) => row.title,
  Details: BookingDetails,
}
