// Who did what and when, as each service keeps it; and what browsers complain of.

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
import { ChangeList, inBrief } from './ChangeList.tsx'
import { FactList } from './Facts.tsx'
import { type LogGroup, LogLines } from './LogLines.tsx'
import { contentSource, optionsOf, type Section, wordOf } from './section.ts'

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
    { id: 'what', title: labels.what, text: (row) => wordOf(deedWords, row.action) },
    { id: 'entity', title: labels.entity, text: (row) => wordOf(entityWords, row.entity) },
    {
      id: 'changes',
      title: labels.changes,
      minor: true,
      text: (row) => inBrief(row.changes, row.entity),
      cell: (row) => clip(inBrief(row.changes, row.entity)),
    },
  ],
  heading: (row) => `${wordOf(deedWords, row.action)}: ${wordOf(entityWords, row.entity)}`,
  Facts: ({ row }) => (
    <>
      <FactList
        facts={[
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
  source: { list: calls.audit, rows: 'entries', tags: ['Audit'], sheet: calls.auditSheet },
  filters: [{ name: 'action', label: labels.what, options: optionsOf(accountDeedWords) }],
  columns: [
    { id: 'at', title: labels.at, num: true, text: (row) => dayAndTime(row.at) },
    { id: 'who', title: labels.who, text: (row) => row.actor_name ?? desk.none },
    { id: 'what', title: labels.what, text: (row) => wordOf(accountDeedWords, row.action) },
    { id: 'entity', title: labels.entity, text: (row) => row.subject_name ?? desk.none },
    { id: 'from', title: labels.from, num: true, minor: true, text: (row) => row.ip },
    {
      id: 'changes',
      title: labels.changes,
      minor: true,
      text: (row) => inBrief(row.details),
      cell: (row) => clip(inBrief(row.details)),
    },
  ],
  heading: (row) => wordOf(accountDeedWords, row.action),
  Facts: ({ row }) => (
    <>
      <FactList
        facts={[
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
      text: (row) => `${inBrief(row.before)} → ${inBrief(row.after)}`,
      cell: (row) => clip(`${inBrief(row.before)} → ${inBrief(row.after)}`),
    },
  ],
  heading: (row) => row.changed_by_name,
  Facts: ({ row }) => (
    <>
      <FactList facts={[[labels.at, dayAndTime(row.changed_at)]]} />
      <ChangeList before={row.before} after={row.after} />
    </>
  ),
}

export const logsSection: Section<LogGroup> = {
  title: views.logs,
  source: { list: calls.adminLogs, key: 'fingerprint', tags: ['Log'] },
  search: 'search',
  sorts: ['-last_seen', 'last_seen', '-count', 'count'],
  filters: [{ name: 'level', label: statusDesk.level, options: optionsOf(statusDesk.levels) }],
  columns: [
    { id: 'level', title: statusDesk.level, text: (row) => wordOf(statusDesk.levels, row.level) },
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
      text: (row) => wordOf(statusDesk.places, row.context),
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
  Facts: LogLines,
}
