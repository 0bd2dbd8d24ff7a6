// Orders and their seven steps.

import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import { useGetConversationHeadQuery } from '../../../api/conversations.ts'
import type { OrderAdmin, OrderAdminSummary } from '../../../api/wire/content.ts'
import { formatDayAndTime, formatNumericDay, formatShortDay } from '../../../lib/dates.ts'
import { bindModelName } from '../../../lib/modelNames.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { formatStoredPhone } from '../../../lib/phone.ts'
import { orderStatusLabels, orderStepLabels } from '../../../shared/texts/adminLabels.ts'
import { adminList, emptyHints, labels } from '../../../shared/texts/adminList.ts'
import { adminOrder } from '../../../shared/texts/adminOrders.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { PhoneLink } from '../../../ui/PhoneLink.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { createChange } from '../adminApi.ts'
import { assigneeFilter } from '../list/AssigneeFilter.tsx'
import { createRoubleColumn, createStateColumn } from '../list/columns.tsx'
import { createMomentExport, createPhoneExport } from '../list/exportColumns.ts'
import { CustomerLink } from '../people/CustomerLink.tsx'
import { DetailList } from '../record/DetailList.tsx'
import { EmailLink } from '../record/EmailLink.tsx'
import {
  createRecordSource,
  createRequiredText,
  findLabel,
  type Section,
  toOptions,
} from '../section.ts'
import { buildSectionPath } from '../sectionPaths.ts'
import { isOrderLate } from './lateOrders.ts'
import { OrderActions, OrderProgress } from './OrderActions.tsx'

const tones = { active: 'live', done: 'ok', cancelled: 'none' } as const
const describeStep = (row: OrderAdminSummary) =>
  row.status === 'active' && row.current_step ? orderStepLabels[row.current_step] : adminList.none

const findStepInProgress = (row: OrderAdminSummary) =>
  row.status === 'active' ? row.steps?.find(({ status }) => status === 'current') : undefined

/** The planned end of the step in progress, as the list shows it. */
function formatDueDate(row: OrderAdminSummary): string {
  const step = findStepInProgress(row)
  return step ? formatShortDay(step.planned_to) : adminList.none
}

/** The planned end of the step in progress, in a form that a spreadsheet can sort. */
function formatDueDateForCsv(row: OrderAdminSummary): string | null {
  const step = findStepInProgress(row)
  return step ? formatNumericDay(step.planned_to) : null
}

function DueCell(row: OrderAdminSummary) {
  return row.status === 'active' && isOrderLate(row) ? (
    <Tag tone="warn">{adminOrder.lateUntil(formatDueDate(row))}</Tag>
  ) : (
    formatDueDate(row)
  )
}

function BuyerCell({ user_name, user_phone }: OrderAdminSummary) {
  return (
    <>
      {user_name ?? adminList.none}
      {user_phone && (
        <span className="ad-under xs">
          <PhoneLink phone={formatStoredPhone(user_phone)} />
        </span>
      )}
    </>
  )
}

const source = createRecordSource({
  list: calls.contentAdmin('orders'),
  item: (id) => calls.contentAdminItem('orders', id),
  tags: ['Order'],
  // `steps` and `documents` are optional in the API, so a response may come without them.
  record: ({ item }) => ({ ...item, steps: item.steps ?? [], documents: item.documents ?? [] }),
})

/** The state of an order. A cancelled one also has its reason, which is in the text of its history. */
function describeState(row: OrderAdmin): string {
  const cancellation = row.history?.findLast(({ kind }) => kind === 'cancelled')
  return row.status === 'cancelled' && cancellation
    ? cancellation.text
    : findLabel(orderStatusLabels, row.status)
}

function OrderDetails({ row }: { row: OrderAdmin }) {
  const { currentData: head } = useGetConversationHeadQuery({ side: 'company', order: row.id })
  return (
    <>
      <DetailList
        details={[
          [labels.user_id, <CustomerLink key="customer" id={row.user_id} name={row.user_name} />],
          [labels.email, row.user_email && <EmailLink email={row.user_email} />],
          [labels.phone, row.user_phone && <PhoneLink phone={formatStoredPhone(row.user_phone)} />],
          [labels.status, describeState(row)],
          [labels.step, describeStep(row)],
          [adminOrder.leads, head && (head.assignee_name ?? adminList.handledByNobody)],
          [
            adminOrder.conversation,
            <Link key="talk" to={`${buildSectionPath('conversations')}?item=${row.id}`}>
              {adminOrder.openConversation}
            </Link>,
          ],
          [
            labels.paid,
            row.money &&
              `${formatRoubles(row.money.paid_rub)} / ${formatRoubles(row.money.agreed_rub)}`,
          ],
          [labels.created, formatDayAndTime(row.created_at)],
        ]}
      />
      <OrderProgress row={row} />
    </>
  )
}

export const ordersSection: Section<OrderAdmin, OrderAdminSummary> = {
  title: views.orders,
  source,
  search: 'search',
  sorts: ['-created_at', 'created_at', '-updated_at', 'price_rub', '-price_rub'],
  filters: [
    { name: 'status', label: labels.status, options: toOptions(orderStatusLabels) },
    { name: 'step', label: labels.step, options: toOptions(orderStepLabels) },
    assigneeFilter,
  ],
  columns: [
    {
      id: 'number',
      title: labels.number,
      sort: 'created_at',
      isOneLine: true,
      text: (row) => row.number,
    },
    {
      id: 'title',
      title: labels.car_id,
      text: (row) => row.title,
      cell: (row) => bindModelName(row.title),
    },
    {
      id: 'customer',
      title: labels.user_id,
      isSecondary: true,
      text: (row) => row.user_name ?? '',
      cell: BuyerCell,
    },
    createStateColumn(orderStatusLabels, tones),
    { id: 'step', title: labels.step, text: describeStep },
    {
      id: 'until',
      title: adminOrder.until,
      isOneLine: true,
      text: formatDueDate,
      cell: DueCell,
      csvColumn: { title: adminOrder.until, value: formatDueDateForCsv },
    },
    createRoubleColumn('left', adminOrder.left, (row) =>
      row.status === 'cancelled' ? null : (row.money?.left_rub ?? null),
    ),
    createRoubleColumn('price', labels.price_rub, (row) => row.price_rub, {
      sort: 'price_rub',
      isSecondary: true,
      narrowHidden: 'always',
    }),
  ],
  fields: [
    {
      name: 'user_id',
      label: labels.user_id,
      kind: 'customer',
      formMode: 'create',
      required: true,
    },
    { name: 'title', label: labels.car_id, required: true },
    { name: 'price_rub', label: labels.price_rub, kind: 'number', required: true },
    { name: 'start_on', label: labels.start_on, kind: 'date', formMode: 'create' },
  ],
  exportColumns: [
    { title: labels.email, value: (row) => row.user_email },
    createPhoneExport((row) => row.user_phone),
    { title: adminOrder.leads, value: (row) => row.assignee_name },
    { title: labels.agreed, value: (row) => row.money?.agreed_rub },
    { title: labels.paid, value: (row) => row.money?.paid_rub },
    createMomentExport(labels.created, (row) => row.created_at),
    createMomentExport(labels.updated, (row) => row.updated_at),
  ],
  newHeading: adminList.newRecord.order,
  emptyHint: emptyHints.orders,
  isPage: true,
  bulk: [
    {
      key: 'advance',
      label: adminOrder.advanceSome,
      isApplicable: ({ status }) => status === 'active',
      // One ship carries several cars, so several orders finish a step at the same time.
      change: (row, { note = '' }) =>
        createChange('POST', calls.contentAdminAction('orders', row.id, 'advance'), source.tags, {
          note,
          version: row.version,
        }),
      confirmation: {
        title: adminOrder.advanceSomeQuestion,
        hint: adminOrder.advanceSomeHint,
        confirm: adminOrder.advanceSomeConfirm,
        fields: [createRequiredText('note', adminOrder.advanceNote, adminOrder.advanceSomeNote)],
      },
    },
  ],
  heading: (row) => `${row.number}: ${row.title}`,
  Details: OrderDetails,
  Actions: OrderActions,
}
