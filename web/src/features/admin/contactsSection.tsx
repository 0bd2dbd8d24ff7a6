// Messages from the contact form: an inbox with an assignee and a deadline for the reply.

import { inbox } from '../../app/texts/adminInbox.ts'
import { handlingLabels } from '../../app/texts/adminLabels.ts'
import { labels } from '../../app/texts/adminList.ts'
import type { ContactAdmin } from '../../app/wire/content.ts'
import { AnchorButton } from '../../ui/Button'
import { AssignToMeButton } from './AssignToMeButton.tsx'
import { InboxDetails, inboxActions, inboxColumns, inboxFields, overdueFilter } from './inbox.tsx'
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
    ...inboxColumns,
  ],
  fields: inboxFields,
  canRemove: true,
  bulk: inboxActions(source),
  heading: (row) => row.subject || row.name,
  Details: ({ row }) => (
    <>
      <InboxDetails row={row} more={[[labels.name, row.name]]} />
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
