// Requests for a car, a consultation or a calculation: an inbox like that of the messages.

import { handlingLabels, requestKinds } from '../../app/texts/adminLabels.ts'
import { adminList, labels } from '../../app/texts/adminList.ts'
import type { RequestAdmin } from '../../app/wire/content.ts'
import { AssignToMeButton } from './AssignToMeButton.tsx'
import { InboxDetails, inboxActions, inboxColumns, inboxFields, overdueFilter } from './inbox.tsx'
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
    ...inboxColumns,
  ],
  fields: inboxFields,
  canRemove: true,
  bulk: inboxActions(source),
  heading: (row) => `${requestKinds[row.kind]}: ${row.name}`,
  Details: ({ row }) => (
    <>
      <InboxDetails row={row} more={[[labels.car, row.car_title]]} />
      <div className="btns ad-actions">
        <AssignToMeButton source={source} item={row} />
      </div>
    </>
  ),
}
