// The records of a customer as lines of the customer card, one part for each kind of record.

import type { CustomerCard, CustomerInquiry } from '../../../api/wire/content.ts'
import { formatDayAndTime, formatShortDay } from '../../../lib/dates.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { adminCustomer as texts } from '../../../shared/texts/adminCustomers.ts'
import {
  bookingStatusLabels,
  handlingStatusLabels,
  orderStatusLabels,
  orderStepLabels,
  requestKindLabels,
} from '../../../shared/texts/adminLabels.ts'
import { reservationLabels } from '../../../shared/texts/adminReservations.ts'
import { findLabel } from '../section.ts'
import { buildSectionPath } from '../sectionPaths.ts'

/** `to` is the record's page in the panel. Some records have none. */
type RecordLine = { id: string; title: string; to?: string; details: readonly string[] }
/** `total` counts all records. `lines` are the newest ones. */
type RecordPart = { title: string; total: number; lines: RecordLine[] }

/** Parts without records are included. */
export const listRecordParts = (card: CustomerCard): RecordPart[] => [
  {
    title: texts.orders,
    total: card.orders.total,
    lines: card.orders.items.map((row) => ({
      id: row.id,
      title: `${row.number}, ${row.title}`,
      to: `${buildSectionPath('orders')}?item=${row.id}`,
      details: [
        row.status === 'active' && row.current_step
          ? orderStepLabels[row.current_step]
          : orderStatusLabels[row.status],
        formatRoubles(row.price_rub, 'text'),
        formatShortDay(row.created_at),
      ],
    })),
  },
  createInquiryPart(texts.contacts, card.contacts, buildSectionPath('contacts')),
  createInquiryPart(texts.requests, card.requests, buildSectionPath('requests')),
  {
    title: texts.bookings,
    total: card.bookings.total,
    lines: card.bookings.items.map((row) => ({
      id: row.id,
      title: row.title,
      to: `${buildSectionPath('orders')}?view=bookings&item=${row.id}`,
      details: [
        row.starts_at ? formatDayAndTime(row.starts_at) : texts.noTime,
        findLabel(bookingStatusLabels, row.status),
      ],
    })),
  },
  {
    title: texts.reservations,
    total: card.reservations.total,
    lines: card.reservations.items.map((row) => ({
      id: row.id,
      title: `${row.number}, ${row.car_title}`,
      to: `${buildSectionPath('orders')}?view=reservations&item=${row.id}`,
      details: [findLabel(reservationLabels, row.status), formatDayAndTime(row.expires_at)],
    })),
  },
  {
    title: texts.calculations,
    total: card.calculations.total,
    lines: card.calculations.items.map((row) => ({
      id: row.id,
      title: formatRoubles(row.total, 'text'),
      details: [formatDayAndTime(row.saved_at)],
    })),
  },
  {
    title: texts.favorites,
    total: card.favorites.total,
    lines: card.favorites.items.map((row) => ({
      id: row.car_id,
      title: row.title,
      to: `${buildSectionPath('cars')}?item=${row.car_id}`,
      details: [formatShortDay(row.created_at)],
    })),
  },
  {
    title: texts.searches,
    total: card.searches.total,
    lines: card.searches.items.map((row) => ({
      id: row.id,
      title: row.name,
      details: [row.is_alerting ? texts.alerting : texts.silent],
    })),
  },
]

function createInquiryPart(
  title: string,
  { items, total }: { items: readonly CustomerInquiry[]; total: number },
  path: string,
): RecordPart {
  const lines = items.map((row) => ({
    id: row.id,
    title: [row.reference, row.subject && findLabel(requestKindLabels, row.subject)]
      .filter(Boolean)
      .join(', '),
    to: `${path}?item=${row.id}`,
    details: [
      handlingStatusLabels[row.status],
      formatShortDay(row.created_at),
      ...(row.is_guest ? [texts.guest] : []),
    ],
  }))
  return { title, total, lines }
}
