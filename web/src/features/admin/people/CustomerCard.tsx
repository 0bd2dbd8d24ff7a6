// The customer's data outside of the account: notes of the staff, orders, messages, requests, meetings,
// reservations, calculations, favourite cars and saved searches. The emails come from the notifications service.

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import type { CustomerCard as Card } from '../../../api/wire/content.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { adminCustomer as texts } from '../../../shared/texts/adminCustomers.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { createChange, useAdminQuery } from '../adminApi.ts'
import { Block } from '../Block.tsx'
import { ActionButton } from '../record/ActionButton.tsx'
import { ActionForm } from '../record/ActionForm.tsx'
import { CustomerEmailList } from './CustomerEmailList.tsx'
import { listRecordParts } from './customerRecords.ts'

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

/** The customer's records, one part for each kind. Parts without records are left out. */
function Records({ card }: { card: Card }) {
  const parts = listRecordParts(card).filter(({ total }) => total > 0)
  if (parts.length === 0) return <p className="s mute">{texts.nothing}</p>
  return parts.map(({ title, total, lines }) => (
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
