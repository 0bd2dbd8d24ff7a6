// Messages from the contact form: an inbox with an assignee and a deadline for the reply.

import { inbox } from '../../app/texts/adminInbox.ts'
import { handlingLabels } from '../../app/texts/adminLabels.ts'
import { labels } from '../../app/texts/adminList.ts'
import type { ContactAdmin } from '../../app/wire/content.ts'
import { dayAndTime, shortDateTime } from '../../lib/dates'
import { formatPhone } from '../../lib/phone'
import { AnchorButton } from '../../ui/Button'
import { AssignToMeButton } from './AssignToMeButton.tsx'
import { DetailList } from './DetailList.tsx'
import { inboxActions, inboxFields, overdueFilter, ReplyDeadline, statusColumn } from './inbox.tsx'
import { contentSource, optionsOf, type Section } from './section.ts'

const source = contentSource('contacts', ['Contact'])

export const contactsSection: Section<ContactAdmin> = {
  title: 'Обращения',
  source,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'due_at'],
  filters: [
    { name: 'status', label: labels.status, options: optionsOf(handlingLabels) },
    overdueFilter,
  ],
  columns: [
    { id: 'name', title: labels.name, text: (row) => row.name },
    {
      id: 'message',
      title: labels.message,
      text: (row) => row.message,
      cell: (row) => <span className="ad-clip">{row.message}</span>,
    },
    statusColumn(),
    {
      id: 'due',
      title: labels.overdue,
      sort: 'due_at',
      text: (row) => dayAndTime(row.due_at),
      cell: (row) => <ReplyDeadline item={row} />,
    },
    {
      id: 'created',
      minor: true,
      title: labels.received,
      sort: 'created_at',
      num: true,
      text: (row) => dayAndTime(row.created_at),
      cell: (row) => shortDateTime(row.created_at),
    },
  ],
  fields: inboxFields,
  canRemove: true,
  bulk: inboxActions(source),
  heading: (row) => row.subject || row.name,
  Details: ({ row }) => (
    <>
      <p className="ad-quote">{row.message}</p>
      <DetailList
        details={[
          [labels.reference, inbox.reference(row.reference)],
          [labels.name, row.name],
          [
            labels.email,
            <a key="mail" href={`mailto:${row.email}`}>
              {row.email}
            </a>,
          ],
          [
            labels.phone,
            <a key="phone" href={`tel:${row.phone}`}>
              {formatPhone(row.phone)}
            </a>,
          ],
          [labels.received, dayAndTime(row.created_at)],
          [labels.replyBy, <ReplyDeadline key="clock" item={row} />],
        ]}
      />
      <div className="btns ad-actions">
        <AnchorButton
          small
          variant="line"
          href={`mailto:${row.email}?subject=${encodeURIComponent(inbox.reference(row.reference))}`}
        >
          {inbox.reply}
        </AnchorButton>
        <AssignToMeButton source={source} item={row} />
      </div>
    </>
  ),
}
