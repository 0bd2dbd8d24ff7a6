// Conversations about orders: the list, and an open conversation beside the record of its order.

import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import { useGetConversationHeadQuery } from '../../../api/conversations.ts'
import type { ConversationRead, OrderAdmin } from '../../../api/wire/content.ts'
import { formatDayAndTime, formatShortDateTime } from '../../../lib/dates.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { Conversation } from '../../../shared/conversation/Conversation.tsx'
import { adminConversations as texts } from '../../../shared/texts/adminConversations.ts'
import { orderStatusLabels, orderStepLabels } from '../../../shared/texts/adminLabels.ts'
import { adminList, labels } from '../../../shared/texts/adminList.ts'
import { sectionNames } from '../../../shared/texts/adminPanel.ts'
import { Select } from '../../../ui/Select.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { createChange, useAdminChangeMutation, useAdminQuery } from '../adminApi.ts'
import { assigneeFilter } from '../list/AssigneeFilter.tsx'
import { createMomentColumn } from '../list/columns.tsx'
import { createMomentExport } from '../list/exportColumns.ts'
import { formatUserName, useColleagues } from '../people/colleagues.ts'
import { ActionButton } from '../record/ActionButton.tsx'
import { DetailList } from '../record/DetailList.tsx'
import { EmailLink } from '../record/EmailLink.tsx'
import { createRecordSource, type Section } from '../section.ts'
import { buildSectionPath } from '../sectionPaths.ts'

type ConversationRow = ConversationRead & { id: string }

/** A conversation opens the record of its order. */
const source = createRecordSource({
  list: calls.contentAdmin('conversations'),
  item: (id) => calls.contentAdminItem('orders', id),
  tags: ['Conversation', 'Order'],
  rows: ({ items }): ConversationRow[] => items.map((row) => ({ ...row, id: row.order_id })),
  record: ({ item }): OrderAdmin => item,
  refreshMs: 60_000,
})

function formatExcerpt({ message }: ConversationRow): string {
  if (!message) return adminList.none
  const text = message.text || texts.files(message.attachments)
  return message.side === 'company' ? texts.fromUs(text) : text
}

function DueCell(row: ConversationRow) {
  if (!row.due_at) return adminList.none
  if (!row.overdue_at) return formatShortDateTime(row.due_at)
  return <Tag tone="bad">{texts.late(formatShortDateTime(row.due_at))}</Tag>
}

export const conversationsSection: Section<OrderAdmin, ConversationRow> = {
  title: sectionNames.conversations,
  source,
  search: 'search',
  sorts: ['-last_message_at', 'due_at'],
  isPage: true,
  emptyHint: texts.emptyHint,
  filters: [
    {
      name: 'unread',
      label: texts.unread,
      options: [
        { value: 'true', label: texts.onlyUnread },
        { value: 'false', label: texts.allRead },
      ],
    },
    {
      name: 'waiting',
      label: texts.waiting,
      options: [
        { value: 'true', label: texts.isWaiting },
        { value: 'false', label: texts.isAnswered },
      ],
    },
    assigneeFilter,
  ],
  columns: [
    {
      id: 'buyer',
      title: texts.buyer,
      text: (row) => row.user_name ?? adminList.none,
      cell: (row) => (
        <>
          {row.user_name ?? adminList.none} {row.unread > 0 && <Tag tone="info">{row.unread}</Tag>}
        </>
      ),
    },
    {
      id: 'message',
      title: texts.message,
      text: formatExcerpt,
      cell: (row) => <span className="ad-clip">{formatExcerpt(row)}</span>,
    },
    {
      id: 'order',
      title: texts.order,
      isOneLine: true,
      narrowHidden: 'always',
      text: (row) => row.order_number,
    },
    {
      id: 'assignee',
      title: texts.assignee,
      text: (row) => row.assignee_name ?? adminList.handledByNobody,
      csvColumn: { title: texts.assignee, value: (row) => row.assignee_name },
    },
    {
      id: 'due',
      title: texts.due,
      sort: 'due_at',
      text: (row) => (row.due_at ? formatDayAndTime(row.due_at) : ''),
      csvColumn: createMomentExport(texts.due, (row) => row.due_at),
      cell: DueCell,
    },
    createMomentColumn('newest', texts.newest, (row) => row.last_message_at, {
      sort: 'last_message_at',
    }),
  ],
  heading: (row) =>
    'order_number' in row
      ? `${row.order_number}, ${row.order_title}`
      : `${row.number}, ${row.title}`,
  Details: ({ row }) => (
    <Conversation
      key={row.id}
      place={{ side: 'company', order: row.id }}
      tools={(insert) => <SavedReplyPick onPick={insert} />}
    />
  ),
  Actions: ConversationActions,
}

/** The assignee, the reply deadline and a summary of the order. */
function ConversationActions({ row }: { row: OrderAdmin }) {
  const { currentData: head } = useGetConversationHeadQuery({ side: 'company', order: row.id })
  const [run] = useAdminChangeMutation()
  const colleagues = useColleagues()
  const buildActionUrl = (name: 'assignee' | 'messages/settle') =>
    `${calls.contentAdminItem('orders', row.id)}/${name}` as const
  function assign(assignee: string) {
    void run({
      url: buildActionUrl('assignee'),
      method: 'PUT',
      body: { assignee_id: assignee || null },
      tags: ['Conversation'],
    })
  }
  return (
    <>
      <Select
        label={texts.assignee}
        value={head?.assignee_id ?? ''}
        placeholder={adminList.handledByNobody}
        options={colleagues.map((user) => ({ value: user.id, label: formatUserName(user) }))}
        onChange={(event) => assign(event.target.value)}
      />
      {head?.reply_by && (
        <>
          <DetailList details={[[texts.due, formatDayAndTime(head.reply_by)]]} />
          <ActionButton
            change={createChange('POST', buildActionUrl('messages/settle'), ['Conversation'])}
          >
            {texts.settle}
          </ActionButton>
        </>
      )}
      <DetailList
        details={[
          [texts.buyer, row.user_name],
          [labels.email, row.user_email && <EmailLink email={row.user_email} />],
          [labels.status, orderStatusLabels[row.status]],
          [texts.step, row.current_step && orderStepLabels[row.current_step]],
          [texts.price, formatRoubles(row.price_rub, 'text')],
        ]}
      />
      <p>
        <Link to={`${buildSectionPath('orders')}?item=${row.id}`}>{texts.openOrder}</Link>
      </p>
    </>
  )
}

/** A select that inserts the chosen reply and then shows its placeholder again. */
function SavedReplyPick({ onPick }: { onPick: (text: string) => void }) {
  const url = calls.contentAdmin('saved-replies')
  const { data } = useAdminQuery(url, ['Conversation'], { params: { limit: 100 } })
  const replies = data?.items ?? []
  if (replies.length === 0) return null
  return (
    <div className="ad-replies">
      <Select
        label={texts.replies}
        hideLabel
        small
        value=""
        placeholder={texts.replies}
        options={replies.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(event) => {
          const reply = replies.find(({ id }) => id === event.target.value)
          if (reply) onPick(reply.text)
        }}
      />
    </div>
  )
}
