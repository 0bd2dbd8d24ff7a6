// What messages and requests share: status, assignee and reply deadline.

import { selectUser } from '../../../api/sessionSlice.ts'
import type { ContactAdmin, RequestAdmin } from '../../../api/wire/content.ts'
import { useAppSelector } from '../../../app/hooks.ts'
import { formatDayAndTime, formatShortDateTime } from '../../../lib/dates.ts'
import { formatStoredPhone } from '../../../lib/phone.ts'
import type { CsvColumn } from '../../../shared/list/csv.ts'
import { adminCustomer } from '../../../shared/texts/adminCustomers.ts'
import { inbox } from '../../../shared/texts/adminInbox.ts'
import { handlingStatusLabels } from '../../../shared/texts/adminLabels.ts'
import { adminList, labels } from '../../../shared/texts/adminList.ts'
import { Tag, type Tone } from '../../../ui/Tag.tsx'
import { createMomentColumn, createStateColumn } from '../list/columns.tsx'
import {
  addUndo,
  createRecordChange,
  createRemoveAction,
  createStatusAction,
} from '../list/commonActions.ts'
import { createMomentExport, createPhoneExport } from '../list/exportColumns.ts'
import { CustomerLink } from '../people/CustomerLink.tsx'
import { ActionButton } from '../record/ActionButton.tsx'
import { type Detail, DetailList } from '../record/DetailList.tsx'
import { EmailLink } from '../record/EmailLink.tsx'
import {
  type AdminColumn,
  type BulkAction,
  createChoiceField,
  type Field,
  type Filter,
  type Item,
  type Source,
} from '../section.ts'

export type InboxItem = ContactAdmin | RequestAdmin

const tones: Record<InboxItem['status'], Tone> = {
  new: 'info',
  in_progress: 'live',
  answered: 'ok',
  closed: 'none',
  spam: 'plain',
}

export const overdueFilter: Filter = {
  name: 'overdue',
  label: labels.overdue,
  options: [
    { value: 'true', label: inbox.onlyLate },
    { value: 'false', label: inbox.inTime },
  ],
}

export const inboxFields: Field<InboxItem>[] = [
  createChoiceField('status', labels.status, handlingStatusLabels),
  { name: 'assignee_id', label: labels.assignee, kind: 'colleague' },
  { name: 'note', label: labels.note, kind: 'area' },
]

/** Bulk actions of an inbox: assign, close, mark as spam, delete. */
export function createInboxActions(source: Source<Item>): BulkAction<InboxItem>[] {
  return [
    addUndo<InboxItem>(source, ['status', 'assignee_id'], {
      key: 'assign',
      label: inbox.some.assign,
      change: (row, { assignee_id }) =>
        createRecordChange(source, row, {
          assignee_id: assignee_id || null,
          status: assignee_id && row.status === 'new' ? 'in_progress' : undefined,
        }),
      confirmation: {
        title: inbox.assignQuestion,
        confirm: inbox.assign,
        fields: [{ name: 'assignee_id', label: labels.assignee, kind: 'colleague' }],
      },
    }),
    addUndo<InboxItem>(source, ['status'], createStatusAction(source, 'closed', inbox.some.closed)),
    addUndo<InboxItem>(source, ['status'], createStatusAction(source, 'spam', inbox.some.spam)),
    createRemoveAction(source),
  ]
}

/** Status, deadline for the reply, assignee and time of arrival. */
export const inboxColumns: AdminColumn<InboxItem>[] = [
  createStateColumn(handlingStatusLabels, tones),
  {
    id: 'due',
    title: labels.overdue,
    sort: 'due_at',
    text: (row) => formatDayAndTime(row.due_at),
    csvColumn: createMomentExport(labels.replyBy, (row) => row.due_at),
    cell: (row) => <ReplyDeadline item={row} />,
  },
  {
    id: 'assignee',
    title: labels.assignee,
    isSecondary: true,
    text: (row) => row.assignee_name ?? adminList.handledByNobody,
    csvColumn: { title: labels.assignee, value: (row) => row.assignee_name },
  },
  createMomentColumn('created', labels.received, (row) => row.created_at, {
    sort: 'created_at',
    isSecondary: true,
    narrowHidden: 'always',
  }),
]

/** The parts of a message or request that its list does not show. */
export const inboxExportColumns: CsvColumn<InboxItem>[] = [
  { title: labels.number, value: (row) => row.reference },
  { title: labels.email, value: (row) => row.email },
  createPhoneExport((row) => row.phone),
  { title: labels.message, value: (row) => row.message },
  createMomentExport(labels.answered, (row) => row.answered_at),
]

const describeCustomer = (id: string, name: string): Detail => [
  adminCustomer.open,
  <CustomerLink key="customer" id={id} name={name} />,
]

/** The content of a message or request. The details of `more` are between the reference and the contact details. */
export function InboxDetails({ row, more = [] }: { row: InboxItem; more?: readonly Detail[] }) {
  return (
    <>
      {row.message && <p className="ad-quote">{row.message}</p>}
      <DetailList
        details={[
          [labels.number, inbox.reference(row.reference)],
          ...more,
          ...(row.user_id ? [describeCustomer(row.user_id, row.name)] : []),
          [labels.email, row.email && <EmailLink email={row.email} />],
          [
            labels.phone,
            <a key="phone" href={`tel:${row.phone}`}>
              {formatStoredPhone(row.phone)}
            </a>,
          ],
          [labels.received, formatDayAndTime(row.created_at)],
          [labels.replyBy, <ReplyDeadline key="clock" item={row} />],
        ]}
      />
    </>
  )
}

/**
 * The reply deadline, marked if it was missed. An item that somebody works on can no longer miss it, but a deadline
 * that was already missed stays marked.
 */
export function ReplyDeadline({ item }: { item: InboxItem }) {
  if (item.answered_at) return <Tag tone="ok">{inbox.answered}</Tag>
  if (item.status === 'closed' || item.status === 'spam')
    return <span className="mute">{handlingStatusLabels[item.status]}</span>
  const isWaiting = item.status === 'new'
  if (item.overdue_at || (isWaiting && Date.parse(item.due_at) < Date.now()))
    return <Tag tone="bad">{inbox.late(formatShortDateTime(item.due_at))}</Tag>
  return <span className="num">{formatShortDateTime(item.due_at)}</span>
}

/** Assigns the message or request to the signed-in user and marks a new one as in progress. */
export function AssignToMeButton({ source, item }: { source: Source<Item>; item: InboxItem }) {
  const me = useAppSelector(selectUser)
  if (!me || item.assignee_id === me.id) return null
  return (
    <ActionButton
      change={createRecordChange(source, item, {
        assignee_id: me.id,
        status: item.status === 'new' ? 'in_progress' : undefined,
      })}
      doneText={inbox.taken}
    >
      {inbox.take}
    </ActionButton>
  )
}
