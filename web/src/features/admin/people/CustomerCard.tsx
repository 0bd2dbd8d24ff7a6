// The customer's data outside of the account: notes of the staff, orders, messages, requests, meetings,
// reservations, calculations, favourite cars and saved searches. The emails come from the notifications service.

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import type { CustomerCard as Card, CustomerInquiry } from '../../../api/wire/content.ts'
import { formatDayAndTime, formatShortDay } from '../../../lib/dates.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { adminCustomer as texts } from '../../../shared/texts/adminCustomers.ts'
import {
  bookingLabels,
  handlingLabels,
  orderLabels,
  requestKinds,
  stepLabels,
} from '../../../shared/texts/adminLabels.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { reservationLabels } from '../../../shared/texts/adminReservations.ts'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { createChange, useAdminQuery } from '../adminApi.ts'
import { Block } from '../Block.tsx'
import { ActionButton } from '../record/ActionButton.tsx'
import { ActionForm } from '../record/ActionForm.tsx'
import { findLabel } from '../section.ts'
import { buildSectionPath } from '../sectionPaths.ts'
import { CustomerEmailList } from './CustomerEmailList.tsx'

const tags = ['User', 'Order', 'Contact', 'Request', 'Booking', 'Reservation'] as const

export function CustomerCard({ id }: { id: string }) {
  const query = useAdminQuery(calls.contentAdminItem('customers', id), tags)
  return (
    <>
      <QueryView
        query={query}
        errorTitle={texts.failed}
        skeleton={
          <Loading label={texts.loading}>
            <Skeleton height="10rem" />
          </Loading>
        }
      >
        {(card) => (
          <>
            <Notes id={id} notes={card.notes} />
            <Records card={card} />
          </>
        )}
      </QueryView>
      <CustomerEmailList id={id} />
    </>
  )
}

function Notes({ id, notes }: { id: string; notes: Card['notes'] }) {
  const url = calls.contentAdminAction('customers', id, 'notes')
  return (
    <Block title={texts.notes}>
      {notes.items.length === 0 && <p className="s mute">{texts.noNotes}</p>}
      <ul className="ad-lines">
        {notes.items.map((note) => {
          const author = note.author_name ?? texts.nobody
          const at = formatDayAndTime(note.created_at)
          return (
            <li key={note.id}>
              <p className="ad-quote">{note.text}</p>
              <span className="s mute">
                {author}, {at}
              </span>
              <ActionButton
                variant="text"
                label={texts.removeNoteOf(author, at)}
                change={createChange('DELETE', `${url}/${note.id}`, ['User'])}
                confirmation={{ title: texts.removeQuestion, confirm: adminList.remove }}
              >
                {texts.removeNote}
              </ActionButton>
            </li>
          )
        })}
      </ul>
      <ActionForm
        label={texts.addNote}
        pendingLabel={texts.adding}
        draftKey={`customer_note ${id}`}
        fields={[
          {
            name: 'text',
            label: texts.newNote,
            kind: 'area',
            rows: 2,
            maxLength: 5000,
            required: true,
            hint: texts.notesHint,
          },
        ]}
        change={({ text = '' }) => createChange('POST', url, ['User'], { text })}
      />
    </Block>
  )
}

type RecordLine = { id: string; title: string; to?: string; details: readonly string[] }

/** The customer's records, one part for each kind. Parts without records are left out. */
function Records({ card }: { card: Card }) {
  const parts: { title: string; total: number; lines: RecordLine[] }[] = [
    {
      title: texts.orders,
      total: card.orders.total,
      lines: card.orders.items.map((row) => ({
        id: row.id,
        title: `${row.number}, ${row.title}`,
        to: `${buildSectionPath('orders')}?item=${row.id}`,
        details: [
          row.status === 'active' && row.current_step
            ? stepLabels[row.current_step]
            : orderLabels[row.status],
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
          findLabel(bookingLabels, row.status),
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
  const filled = parts.filter(({ total }) => total > 0)
  if (filled.length === 0) return <p className="s mute">{texts.nothing}</p>
  return filled.map(({ title, total, lines }) => (
    <Block key={title} title={title}>
      <ul className="ad-lines">
        {lines.map((line) => (
          <li key={line.id}>
            <LineTitle to={line.to}>{line.title}</LineTitle>
            <span className="s mute num">{line.details.join(' · ')}</span>
          </li>
        ))}
      </ul>
      {total > lines.length && <p className="s mute">{texts.newest(lines.length, total)}</p>}
    </Block>
  ))
}

function LineTitle({ to, children }: { to?: string; children: ReactNode }) {
  return to ? <Link to={to}>{children}</Link> : <span>{children}</span>
}

function createInquiryPart(
  title: string,
  { items, total }: { items: readonly CustomerInquiry[]; total: number },
  path: string,
) {
  const lines = items.map((row) => ({
    id: row.id,
    title: [row.reference, row.subject && findLabel(requestKinds, row.subject)]
      .filter(Boolean)
      .join(', '),
    to: `${path}?item=${row.id}`,
    details: [
      handlingLabels[row.status],
      formatShortDay(row.created_at),
      ...(row.is_guest ? [texts.guest] : []),
    ],
  }))
  return { title, total, lines }
}

/** The buyer's name as a link to the customer card. */
export function CustomerLink({ id, name }: { id: string | null; name: string | null }) {
  if (!id) return name
  return <Link to={`${buildSectionPath('users')}?item=${id}`}>{name || texts.open}</Link>
}
