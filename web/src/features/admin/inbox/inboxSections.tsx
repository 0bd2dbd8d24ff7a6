// The inboxes: messages of the contact form, and requests such as a consultation, an order or a call. Each item
// has a reply deadline and can have an assignee.

import { Link } from 'react-router'
import type { ContactAdmin, RequestAdmin } from '../../../api/wire/content.ts'
import { pages } from '../../../shared/paths.ts'
import { inbox } from '../../../shared/texts/adminInbox.ts'
import { handlingStatusLabels, requestKindLabels } from '../../../shared/texts/adminLabels.ts'
import { adminList, emptyHints, labels } from '../../../shared/texts/adminList.ts'
import { sectionNames } from '../../../shared/texts/adminPanel.ts'
import { AnchorButton } from '../../../ui/Button.tsx'
import { assigneeFilter } from '../list/AssigneeFilter.tsx'
import type { Detail } from '../record/DetailList.tsx'
import { createContentSource, findLabel, type Section, toOptions } from '../section.ts'
import {
  AssignToMeButton,
  createInboxActions,
  InboxDetails,
  inboxColumns,
  inboxExportColumns,
  inboxFields,
  overdueFilter,
} from './inboxHandling.tsx'

const shared = {
  search: 'search',
  sorts: ['-created_at', 'created_at', 'due_at'],
  fields: inboxFields,
  canRemove: true,
  exportColumns: inboxExportColumns,
}
const statusFilter = {
  name: 'status',
  label: labels.status,
  options: toOptions(handlingStatusLabels),
}
const contacts = createContentSource('contacts', ['Contact'])
const requests = createContentSource('requests', ['Request'])

export const contactsSection: Section<ContactAdmin> = {
  ...shared,
  title: sectionNames.contacts,
  emptyHint: emptyHints.contacts,
  source: contacts,
  filters: [statusFilter, overdueFilter, assigneeFilter],
  columns: [
    { id: 'name', title: labels.name, text: (row) => row.name },
    {
      id: 'message',
      title: labels.message,
      narrowHidden: 'besideRecord',
      text: (row) => row.message,
      cell: (row) => <span className="ad-clip">{row.message}</span>,
    },
    ...inboxColumns,
  ],
  bulk: createInboxActions(contacts),
  heading: (row) => (row.subject ? findLabel(requestKindLabels, row.subject) : row.name),
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
        <AssignToMeButton source={contacts} item={row} />
      </div>
    </>
  ),
}

/** The saved calculation that came with a request. */
const describeCalculation = ({ calculation_id }: RequestAdmin): Detail[] =>
  calculation_id
    ? [
        [
          inbox.calculation,
          <Link key="calculation" to={pages.calculation(calculation_id)}>
            {inbox.openCalculation}
          </Link>,
        ],
      ]
    : []

export const requestsSection: Section<RequestAdmin> = {
  ...shared,
  title: sectionNames.requests,
  emptyHint: emptyHints.requests,
  source: requests,
  filters: [
    statusFilter,
    { name: 'kind', label: labels.kind, options: toOptions(requestKindLabels) },
    overdueFilter,
    assigneeFilter,
  ],
  columns: [
    { id: 'name', title: labels.name, text: (row) => row.name },
    { id: 'kind', title: labels.kind, isOneLine: true, text: (row) => requestKindLabels[row.kind] },
    {
      id: 'car',
      title: labels.car_id,
      narrowHidden: 'besideRecord',
      text: (row) => row.car_title ?? adminList.none,
    },
    ...inboxColumns,
  ],
  bulk: createInboxActions(requests),
  heading: (row) => `${requestKindLabels[row.kind]}: ${row.name}`,
  Details: ({ row }) => (
    <>
      <InboxDetails
        row={row}
        more={[[labels.car_id, row.car_title], ...describeCalculation(row)]}
      />
      <div className="btns ad-actions">
        <AssignToMeButton source={requests} item={row} />
      </div>
    </>
  ),
}
