// Requests for a car, a consultation or a calculation: an inbox like that of the messages.

import { inbox } from '../../app/texts/adminInbox.ts'
import { handlingLabels, requestKinds } from '../../app/texts/adminLabels.ts'
import { adminList, labels } from '../../app/texts/adminList.ts'
import type { RequestAdmin } from '../../app/wire/content.ts'
import { dayAndTime, shortDateTime } from '../../lib/dates'
import { formatPhone } from '../../lib/phone'
import { AssignToMeButton } from './AssignToMeButton.tsx'
import { DetailList } from './DetailList.tsx'
import { inboxActions, inboxFields, overdueFilter, ReplyDeadline, statusColumn } from './inbox.tsx'
import { contentSource, optionsOf, type Section } from './section.ts'

const source = contentSource('requests', ['Request'])

export const requestsSection: Section<RequestAdmin> = {
  title: 'Заявки',
  source,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'due_at'],
  filters: [
    { name: 'status', label: labels.status, options: optionsOf(handlingLabels) },
    { name: 'kind', label: labels.kind, options: optionsOf(requestKinds) },
    overdueFilter,
  ],
  columns: [
    { id: 'name', title: labels.name, text: (row) => row.name },
    { id: 'kind', title: labels.kind, num: true, text: (row) => requestKinds[row.kind] },
    { id: 'car', title: labels.car, text: (row) => row.car_title ?? adminList.none },
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
  heading: (row) => `${requestKinds[row.kind]}: ${row.name}`,
  Details: ({ row }) => (
    <>
      {row.message && <p className="ad-quote">{row.message}</p>}
      <DetailList
        details={[
          [labels.reference, inbox.reference(row.reference)],
          [labels.car, row.car_title],
          [
            labels.phone,
            <a key="phone" href={`tel:${row.phone}`}>
              {formatPhone(row.phone)}
            </a>,
          ],
          [labels.email, row.email && <a href={`mailto:${row.email}`}>{row.email}</a>],
          [labels.received, dayAndTime(row.created_at)],
          [labels.replyBy, <ReplyDeadline key="clock" item={row} />],
        ]}
      />
      <div className="btns ad-actions">
        <AssignToMeButton source={source} item={row} />
      </div>
    </>
  ),
}
