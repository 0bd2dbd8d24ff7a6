// The audit logs of the services.

import { Link } from 'react-router'
import { calls } from '../../api/calls.ts'
import type { AuditRead as AccountAction } from '../../api/wire/auth.ts'
import type { ChangeRead } from '../../api/wire/calculator.ts'
import type { AuditRead } from '../../api/wire/content.ts'
import type { AuditRead as StatusAction } from '../../api/wire/status.ts'
import { formatDayAndTime } from '../../lib/dates.ts'
import {
  accountActionLabels,
  auditActionLabels,
  auditEntityLabels,
  messageAuditEntityLabels,
  statusActionLabels,
} from '../../shared/texts/adminLabels.ts'
import { adminList, emptyHints, labels } from '../../shared/texts/adminList.ts'
import { sectionNames, views } from '../../shared/texts/adminPanel.ts'
import { createClippedColumn, createMomentColumn } from './list/columns.tsx'
import { ChangeList, summarizeChanges } from './record/ChangeList.tsx'
import { DetailList } from './record/DetailList.tsx'
import { createListSource, findLabel, type Section, toOptions } from './section.ts'
import { buildSectionPath } from './sectionPaths.ts'

const auditedLabels = { ...auditEntityLabels, ...messageAuditEntityLabels }

/** The kind of the record with its title, if the entry has one. */
const nameRecord = ({ entity, title }: AuditRead) => {
  const label = findLabel(auditedLabels, entity)
  return title ? `${label} «${title}»` : label
}

/** The lists in which the panel opens a record. */
const recordLists: Readonly<Record<string, string>> = {
  booking: `${buildSectionPath('orders')}?view=bookings&`,
  car: `${buildSectionPath('cars')}?`,
  comment: `${buildSectionPath('comments')}?`,
  contact: `${buildSectionPath('contacts')}?`,
  media: `${buildSectionPath('cars')}?view=media&`,
  order: `${buildSectionPath('orders')}?`,
  payment: `${buildSectionPath('orders')}?view=payments&`,
  post: `${buildSectionPath('articles')}?`,
  request: `${buildSectionPath('requests')}?`,
  reservation: `${buildSectionPath('orders')}?view=reservations&`,
  team: `${buildSectionPath('team')}?`,
}

/** A link to the changed record. A deleted record has none. */
function RecordLink({ entry }: { entry: AuditRead }) {
  const list = recordLists[entry.entity]
  if (!list || !entry.entity_id || entry.action === 'delete') return nameRecord(entry)
  return <Link to={`${list}item=${entry.entity_id}`}>{nameRecord(entry)}</Link>
}

/** The name of the CSV file of one audit log. */
const buildAuditFileName = (view: string) => `${sectionNames.audit} ${view}`

export const contentAudit: Section<AuditRead> = {
  title: views.content,
  exportName: buildAuditFileName(views.content),
  emptyHint: emptyHints.audit,
  source: createListSource({
    list: calls.contentAdmin('audit'),
    tags: ['Audit'],
  }),
  filters: [{ name: 'entity', label: labels.entity, options: toOptions(auditEntityLabels) }],
  columns: [
    createMomentColumn('at', labels.at, (row) => row.at),
    { id: 'who', title: labels.who, text: (row) => row.actor_name || adminList.none },
    { id: 'what', title: labels.what, text: (row) => findLabel(auditActionLabels, row.action) },
    { id: 'entity', title: labels.entity, text: nameRecord },
    createClippedColumn('changes', labels.changes, (row) =>
      summarizeChanges(row.changes, row.entity),
    ),
  ],
  heading: (row) => `${findLabel(auditActionLabels, row.action)}: ${nameRecord(row)}`,
  Details: ({ row }) => (
    <>
      <DetailList
        details={[
          [labels.at, formatDayAndTime(row.at)],
          [labels.who, row.actor_name],
          [labels.record, <RecordLink key="link" entry={row} />],
          [labels.recordId, row.entity_id && <code key="id">{row.entity_id}</code>],
        ]}
      />
      <ChangeList after={row.changes} entity={row.entity} />
    </>
  ),
}

/** The audit log of the notifications service: campaigns that were sent or cancelled, and changed templates. */
export const notificationAudit: Section<AuditRead> = {
  ...contentAudit,
  title: views.messages,
  exportName: buildAuditFileName(views.messages),
  source: createListSource({ list: calls.notificationAudit, tags: ['Audit'] }),
  filters: [],
}

export const accountAudit: Section<AccountAction> = {
  title: views.accounts,
  exportName: buildAuditFileName(views.accounts),
  emptyHint: emptyHints.audit,
  source: createListSource({
    list: calls.audit,
    rows: ({ entries }) => entries,
    tags: ['Audit'],
    exportUrl: calls.auditCsv,
  }),
  filters: [{ name: 'action', label: labels.what, options: toOptions(accountActionLabels) }],
  columns: [
    createMomentColumn('at', labels.at, (row) => row.at),
    { id: 'who', title: labels.who, text: (row) => row.actor_name ?? adminList.none },
    { id: 'what', title: labels.what, text: (row) => findLabel(accountActionLabels, row.action) },
    { id: 'entity', title: labels.entity, text: (row) => row.subject_name ?? adminList.none },
    { id: 'from', title: labels.from, isOneLine: true, isSecondary: true, text: (row) => row.ip },
    createClippedColumn('changes', labels.changes, (row) => summarizeChanges(row.details)),
  ],
  heading: (row) => findLabel(accountActionLabels, row.action),
  Details: ({ row }) => (
    <>
      <DetailList
        details={[
          [labels.at, formatDayAndTime(row.at)],
          [labels.who, row.actor_name],
          [labels.entity, row.subject_name],
          [labels.from, row.ip],
        ]}
      />
      <ChangeList after={row.details} />
    </>
  ),
}

export const calculatorAudit: Section<ChangeRead> = {
  title: views.calculator,
  exportName: buildAuditFileName(views.calculator),
  emptyHint: emptyHints.audit,
  source: createListSource({
    list: calls.calculatorAudit,
    tags: ['Audit'],
  }),
  columns: [
    createMomentColumn('at', labels.at, (row) => row.changed_at),
    { id: 'who', title: labels.who, text: (row) => row.changed_by_name },
    createClippedColumn(
      'changes',
      labels.changes,
      (row) => `${summarizeChanges(row.before)} → ${summarizeChanges(row.after)}`,
      { isSecondary: false },
    ),
  ],
  heading: (row) => row.changed_by_name,
  Details: ({ row }) => (
    <>
      <DetailList details={[[labels.at, formatDayAndTime(row.changed_at)]]} />
      <ChangeList before={row.before} after={row.after} />
    </>
  ),
}

/** The audit log of the status service. The kind of the record is the first part of its action. */
export const statusAudit: Section<StatusAction> = {
  title: views.state,
  exportName: buildAuditFileName(views.state),
  emptyHint: emptyHints.audit,
  source: createListSource({ list: calls.statusAudit, tags: ['Audit'] }),
  columns: [
    createMomentColumn('at', labels.at, (row) => row.at),
    { id: 'who', title: labels.who, text: (row) => row.actor_name || adminList.none },
    { id: 'what', title: labels.what, text: (row) => findLabel(statusActionLabels, row.action) },
    { id: 'entity', title: labels.entity, text: (row) => row.title ?? adminList.none },
    createClippedColumn('changes', labels.changes, (row) =>
      summarizeChanges(row.changes, row.entity),
    ),
  ],
  heading: (row) => findLabel(statusActionLabels, row.action),
  Details: ({ row }) => (
    <>
      <DetailList
        details={[
          [labels.at, formatDayAndTime(row.at)],
          [labels.who, row.actor_name],
          [labels.entity, row.title],
          [labels.recordId, <code key="id">{row.entity_id}</code>],
        ]}
      />
      <ChangeList after={row.changes} entity={row.entity} />
    </>
  ),
}
