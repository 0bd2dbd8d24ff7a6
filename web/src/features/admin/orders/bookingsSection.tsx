// The bookings of customers: meetings, viewings, handovers.

import type { BookingAdmin } from '../../../api/wire/content.ts'
import { bookingTones } from '../../../shared/statusTones.ts'
import { bookingLabels } from '../../../shared/texts/adminLabels.ts'
import { adminList, labels } from '../../../shared/texts/adminList.ts'
import { adminOrder } from '../../../shared/texts/adminOrders.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { createStatusAction } from '../list/bulkActions.ts'
import { createMomentColumn, createStateColumn } from '../list/columns.tsx'
import { createChoiceField, createContentSource, type Section, toOptions } from '../section.ts'

const bookingsSource = createContentSource('bookings', ['Booking'])

/** Counts the meetings with and without a time. Only a meeting with a time is announced to its buyer. */
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
    {
      name: 'user_id',
      label: labels.user_id,
      kind: 'customer',
      formMode: 'create',
      required: true,
    },
    { name: 'kind', label: labels.kind, required: true },
    { name: 'title', label: labels.title },
    { name: 'starts_at', label: labels.starts_at, kind: 'moment', required: true },
    { name: 'duration_minutes', label: labels.duration_minutes, kind: 'number', formMode: 'edit' },
    { name: 'place', label: labels.place },
    { name: 'note', label: labels.note, kind: 'area' },
    createChoiceField('status', labels.status, bookingLabels),
  ],
  newHeading: adminList.newRecord.booking,
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
}
