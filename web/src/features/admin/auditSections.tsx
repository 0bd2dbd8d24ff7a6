// The audit logs of the services, and the log of errors in browsers.

import { calls } from '../../api/calls.ts'
import type { AuditRead as AccountAction } from '../../api/wire/auth.ts'
import type { ChangeRead } from '../../api/wire/calculator.ts'
import type { AuditRead } from '../../api/wire/content.ts'
import type { LogGroupRead } from '../../api/wire/status.ts'
import { dayAndTime } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numbers.ts'
import {
  accountActionLabels,
  actionLabels,
  entityLabels,
  messageEntityLabels,
} from '../../shared/texts/adminLabels.ts'
import { adminList, emptyHints, labels } from '../../shared/texts/adminList.ts'
import { views } from '../../shared/texts/adminPanel.ts'
import { adminStatus } from '../../shared/texts/adminStatus.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { useAdminQuery } from './adminApi.ts'
import { QueryBlock } from './Block.tsx'
import { momentColumn } from './list/columns.tsx'
import { ChangeList, summarizeChanges } from './record/ChangeList.tsx'
import { DetailList } from './record/DetailList.tsx'
import { type AdminColumn, labelOf, listSource, optionsOf, type Section } from './section.ts'

const auditedLabels = { ...entityLabels, ...messageEntityLabels }

/** A column of one line, with the whole text as a tooltip. */
const clippedColumn = <Row extends object>(
  id: string,
  title: string,
  text: (row: Row) => string,
  minor = true,
): AdminColumn<Row> => ({
  id,
  title,
  minor,
  text,
  cell: (row) => (
    <span className="ad-clip" title={text(row)}>
      {text(row)}
    </span>
  ),
})

export const contentAudit: Section<AuditRead> = {
  title: views.content,
  emptyHint: emptyHints.audit,
  source: listSource({
    list: calls.contentAdmin('audit'),
    tags: ['Audit'],
  }),
  filters: [{ name: 'entity', label: labels.entity, options: optionsOf(entityLabels) }],
  columns: [
    momentColumn('at', labels.at, (row) => row.at),
    { id: 'who', title: labels.who, text: (row) => row.actor_name },
    { id: 'what', title: labels.what, text: (row) => labelOf(actionLabels, row.action) },
    { id: 'entity', title: labels.entity, text: (row) => labelOf(auditedLabels, row.entity) },
    clippedColumn('changes', labels.changes, (row) => summarizeChanges(row.changes, row.entity)),
  ],
  heading: (row) => `${labelOf(actionLabels, row.action)}: ${labelOf(auditedLabels, row.entity)}`,
  Details: ({ row }) => (
    <>
      <DetailList
        details={[
          [labels.at, dayAndTime(row.at)],
          [labels.who, row.actor_name],
          [labels.recordId, row.entity_id && <code key="id">{row.entity_id}</code>],
        ]}
      />
      <ChangeList after={row.changes} entity={row.entity} />
    </>
  ),
}

/** Campaigns sent and cancelled by administrators, and changed templates. */
export const notificationAudit: Section<AuditRead> = {
  ...contentAudit,
  title: views.messages,
  source: listSource({ list: calls.notificationAudit, tags: ['Audit'] }),
  filters: [],
}

export const accountAudit: Section<AccountAction> = {
  title: views.accounts,
  emptyHint: emptyHints.audit,
  source: listSource({
    list: calls.audit,
    rows: ({ entries }) => entries,
    tags: ['Audit'],
    exportUrl: calls.auditCsv,
  }),
  filters: [{ name: 'action', label: labels.what, options: optionsOf(accountActionLabels) }],
  columns: [
    momentColumn('at', labels.at, (row) => row.at),
    { id: 'who', title: labels.who, text: (row) => row.actor_name ?? adminList.none },
    { id: 'what', title: labels.what, text: (row) => labelOf(accountActionLabels, row.action) },
    { id: 'entity', title: labels.entity, text: (row) => row.subject_name ?? adminList.none },
    { id: 'from', title: labels.from, num: true, minor: true, text: (row) => row.ip },
    clippedColumn('changes', labels.changes, (row) => summarizeChanges(row.details)),
  ],
  heading: (row) => labelOf(accountActionLabels, row.action),
  Details: ({ row }) => (
    <>
      <DetailList
        details={[
          [labels.at, dayAndTime(row.at)],
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
  emptyHint: emptyHints.audit,
  source: listSource({
    list: calls.calculatorAudit,
    tags: ['Audit'],
  }),
  columns: [
    momentColumn('at', labels.at, (row) => row.changed_at),
    { id: 'who', title: labels.who, text: (row) => row.changed_by_name },
    clippedColumn(
      'changes',
      labels.changes,
      (row) => `${summarizeChanges(row.before)} → ${summarizeChanges(row.after)}`,
      false,
    ),
  ],
  heading: (row) => row.changed_by_name,
  Details: ({ row }) => (
    <>
      <DetailList details={[[labels.at, dayAndTime(row.changed_at)]]} />
      <ChangeList before={row.before} after={row.after} />
    </>
  ),
}

export const logsSection: Section<LogGroup> = {
  title: views.logs,
  emptyHint: emptyHints.logs,
  source: listSource({
    list: calls.adminLogs,
    rows: ({ items }) => items.map((group) => ({ ...group, id: group.fingerprint })),
    tags: ['Log'],
  }),
  search: 'search',
  sorts: ['-last_seen', 'last_seen', '-count', 'count'],
  filters: [{ name: 'level', label: adminStatus.level, options: optionsOf(adminStatus.levels) }],
  columns: [
    {
      id: 'level',
      title: adminStatus.level,
      text: (row) => labelOf(adminStatus.levels, row.level),
    },
    clippedColumn('message', labels.message, (row) => row.message, false),
    {
      id: 'context',
      title: adminStatus.context,
      minor: true,
      text: (row) => labelOf(adminStatus.places, row.context),
    },
    {
      id: 'count',
      title: adminStatus.times,
      sort: 'count',
      num: true,
      text: (row) => formatNumber(row.count),
    },
    momentColumn('last', adminStatus.lastSeen, (row) => row.last_seen, { sort: 'last_seen' }),
  ],
  heading: (row) => row.message,
  Details: LogGroupEntries,
}

type LogGroup = LogGroupRead & { id: string }

/** The latest entries of one group of the browser error log, with their data. */
function LogGroupEntries({ row }: { row: LogGroup }) {
  const query = useAdminQuery(calls.adminLogEntries(row.fingerprint), ['Log'], {
    params: { limit: 10 },
  })
  return (
    <>
      <DetailList
        details={[
          [adminStatus.context, labelOf(adminStatus.places, row.context)],
          [adminStatus.firstSeen, dayAndTime(row.first_seen)],
          [adminStatus.lastSeen, dayAndTime(row.last_seen)],
        ]}
      />
      <QueryBlock title={adminStatus.lines} query={query} errorTitle={adminStatus.linesFailed}>
        {(data) =>
          data.items.map((entry) => (
            <Disclosure key={entry.id} className="s" summary={dayAndTime(entry.created_at)}>
              <pre className="ad-text code">{JSON.stringify(entry.data, null, 2)}</pre>
            </Disclosure>
          ))
        }
      </QueryBlock>
    </>
  )
}
