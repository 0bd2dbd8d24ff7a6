// The audit logs of the services, and the log of errors in browsers.

import { calls } from '../../app/paths.ts'
import { desk, labels } from '../../app/texts/adminDesk.ts'
import { views } from '../../app/texts/adminPanel.ts'
import { statusDesk } from '../../app/texts/adminStatus.ts'
import { accountDeedWords, deedWords, entityWords } from '../../app/texts/adminWords.ts'
import type { AuditRead as AccountDeed } from '../../app/wire/auth.ts'
import type { ChangeRead } from '../../app/wire/calculator.ts'
import type { AuditRead } from '../../app/wire/content.ts'
import { dayAndTime } from '../../lib/dates'
import { figure } from '../../lib/numbers'
import { ChangeList, summarizeChanges } from './ChangeList.tsx'
import { DetailList } from './DetailList.tsx'
import { type LogGroup, LogGroupEntries } from './LogGroupEntries.tsx'
import { contentSource, labelOf, optionsOf, type Section } from './section.ts'

const clip = (text: string) => (
  <span className="ad-clip" title={text}>
    {text}
  </span>
)

export const contentAudit: Section<AuditRead> = {
  title: views.content,
  source: { list: contentSource('audit', []).list, tags: ['Audit'] },
  filters: [{ name: 'entity', label: labels.entity, options: optionsOf(entityWords) }],
  columns: [
    { id: 'at', title: labels.at, num: true, text: (row) => dayAndTime(row.at) },
    { id: 'who', title: labels.who, text: (row) => row.actor_name },
    { id: 'what', title: labels.what, text: (row) => labelOf(deedWords, row.action) },
    { id: 'entity', title: labels.entity, text: (row) => labelOf(entityWords, row.entity) },
    {
      id: 'changes',
      title: labels.changes,
      minor: true,
      text: (row) => summarizeChanges(row.changes, row.entity),
      cell: (row) => clip(summarizeChanges(row.changes, row.entity)),
    },
  ],
  heading: (row) => `${labelOf(deedWords, row.action)}: ${labelOf(entityWords, row.entity)}`,
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

export const accountAudit: Section<AccountDeed> = {
  title: views.accounts,
  source: { list: calls.audit, listField: 'entries', tags: ['Audit'], exportUrl: calls.auditSheet },
  filters: [{ name: 'action', label: labels.what, options: optionsOf(accountDeedWords) }],
  columns: [
    { id: 'at', title: labels.at, num: true, text: (row) => dayAndTime(row.at) },
    { id: 'who', title: labels.who, text: (row) => row.actor_name ?? desk.none },
    { id: 'what', title: labels.what, text: (row) => labelOf(accountDeedWords, row.action) },
    { id: 'entity', title: labels.entity, text: (row) => row.subject_name ?? desk.none },
    { id: 'from', title: labels.from, num: true, minor: true, text: (row) => row.ip },
    {
      id: 'changes',
      title: labels.changes,
      minor: true,
      text: (row) => summarizeChanges(row.details),
      cell: (row) => clip(summarizeChanges(row.details)),
    },
  ],
  heading: (row) => labelOf(accountDeedWords, row.action),
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
  source: { list: calls.calculatorAudit, tags: ['Audit'] },
  columns: [
    { id: 'at', title: labels.at, num: true, text: (row) => dayAndTime(row.changed_at) },
    { id: 'who', title: labels.who, text: (row) => row.changed_by_name },
    {
      id: 'changes',
      title: labels.changes,
      text: (row) => `${summarizeChanges(row.before)} → ${summarizeChanges(row.after)}`,
      cell: (row) => clip(`${summarizeChanges(row.before)} → ${summarizeChanges(row.after)}`),
    },
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
  source: { list: calls.adminLogs, idField: 'fingerprint', tags: ['Log'] },
  search: 'search',
  sorts: ['-last_seen', 'last_seen', '-count', 'count'],
  filters: [{ name: 'level', label: statusDesk.level, options: optionsOf(statusDesk.levels) }],
  columns: [
    { id: 'level', title: statusDesk.level, text: (row) => labelOf(statusDesk.levels, row.level) },
    {
      id: 'message',
      title: labels.message,
      text: (row) => row.message,
      cell: (row) => clip(row.message),
    },
    {
      id: 'context',
      title: statusDesk.context,
      minor: true,
      text: (row) => labelOf(statusDesk.places, row.context),
    },
    {
      id: 'count',
      title: statusDesk.times,
      sort: 'count',
      num: true,
      text: (row) => figure(row.count),
    },
    {
      id: 'last',
      title: statusDesk.lastSeen,
      sort: 'last_seen',
      num: true,
      text: (row) => dayAndTime(row.last_seen),
    },
  ],
  heading: (row) => row.message,
  Details: LogGroupEntries,
}
