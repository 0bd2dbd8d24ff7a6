// The changes of one audit entry, field by field, with the previous value if the audit log has it.

import type { ReactNode } from 'react'
import { formatDay, formatDayAndTime } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import {
  fieldLabels,
  partLabels,
  recordFieldLabels,
  stateLabels,
  valueLabels,
} from '../../../shared/texts/adminFields.ts'
import { adminList, labels } from '../../../shared/texts/adminList.ts'
import { Table } from '../../../ui/Table.tsx'
import { formatUserName, useColleagues } from '../people/colleagues.ts'

type Changes = Readonly<Record<string, unknown>>

/** Position of a value: its entity, its field and, for a nested value, the path below the field. */
type ValuePath = { entity: string; field: string; part?: string }

const foldThreshold = 160
const foldedLength = 80

/** Fields that are not shown: a service derives them when it saves, or they only serve a request. */
export const hiddenFields = [
  'body_text',
  'calculation',
  'calendar',
  'content_html',
  'eur_rate',
  'price_details',
  'rate_date',
  'read_minutes',
  'reminded_at',
  'token_hash',
  'undo_seconds',
  'version',
]

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text)
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
const isId = (value: unknown) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(value))
const isLargeNumber = (value: unknown) => typeof value === 'number' && value >= 10_000
const listShownFields = (changes: Changes) =>
  Object.keys(changes).filter((field) => !hiddenFields.includes(field))
const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
const isObject = (value: unknown): value is Changes =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const findPathLabel = ({ entity, field, part }: ValuePath) => {
  const last = part?.split('.').at(-1) ?? field
  const ownLabel = part ? partLabels[`${field}.${part}`] : recordFieldLabels[`${entity}.${field}`]
  return ownLabel ?? fieldLabels[last] ?? last
}

/** Non-empty entries of a nested value, each with its path. */
const listEntries = (value: Changes, path: ValuePath) =>
  Object.entries(value)
    .filter(([, item]) => !isEmpty(item))
    .map(([name, item]): [ValuePath, unknown] => [
      { ...path, part: path.part ? `${path.part}.${name}` : name },
      item,
    ])

function formatValue(value: unknown, path: ValuePath): string {
  if (isEmpty(value)) return adminList.none
  if (typeof value === 'boolean') return value ? adminList.yes : adminList.no
  if (Array.isArray(value) && value.length > 0 && value.every(isId)) return String(value.length)
  if (Array.isArray(value))
    return value.map((item) => formatValue(item, path)).join(', ') || adminList.none
  if (isObject(value))
    return (
      listEntries(value, path)
        .map(([itemPath, item]) =>
          isObject(item)
            ? `${findPathLabel(itemPath)} (${formatValue(item, itemPath)})`
            : `${findPathLabel(itemPath)}: ${formatValue(item, itemPath)}`,
        )
        .join(', ') || adminList.none
    )
  const text = isLargeNumber(value) ? formatNumber(Number(value), 'text') : String(value)
  const { entity, field } = path
  const labelsByValue = field === 'status' ? stateLabels[entity] : valueLabels[field]
  if (isMoment(text)) return formatDayAndTime(text)
  return labelsByValue?.[text] ?? (isDay(text) ? formatDay(text) : text)
}

/** The states of a refund have names of their own. Only the entry of its creation tells its kind. */
const findStateEntity = (entity: string, { kind }: Changes): string =>
  entity === 'payment' && kind === 'refund' ? 'refund' : entity

/** All changes on one line, for the audit list. Ids are left out: only the open entry shows them. */
export const summarizeChanges = (changes: Changes, entity = '') =>
  listShownFields(changes)
    .filter((field) => field === 'assignee_id' || !isId(changes[field]))
    .map((field) => {
      const value = changes[field]
      const path = { entity: findStateEntity(entity, changes), field }
      const shown = isId(value) ? adminList.assigned : formatValue(value, path)
      return `${findPathLabel({ entity, field })}: ${shown}`
    })
    .join('; ')

/** The assignee's name, or the id while the names load and for a former employee. */
function AssigneeName({ id }: { id: string }) {
  const assignee = useColleagues().find((colleague) => colleague.id === id)
  return assignee ? formatUserName(assignee) : id
}

/** A value as readable text. Nested values become nested lists, and a long value is collapsed. */
function ChangedValue({ value, path }: { value: unknown; path: ValuePath }) {
  if (path.field === 'assignee_id' && isId(value)) return <AssigneeName id={String(value)} />
  const brief = formatValue(value, path)
  let details: ReactNode = brief
  if (Array.isArray(value)) details = <ValueList values={value} path={path} />
  else if (isObject(value) && brief !== adminList.none)
    details = <ObjectValue value={value} path={path} />
  return brief.length > foldThreshold ? <FoldedValue brief={brief}>{details}</FoldedValue> : details
}

function ValueList({ values, path }: { values: readonly unknown[]; path: ValuePath }) {
  const isPlain = formatValue(values, path).length <= foldThreshold && !values.some(isObject)
  if (isPlain) return formatValue(values, path)
  return (
    <ul className="ad-nested">
      {values.map((item) => (
        <li key={formatValue(item, path)}>
          {isObject(item) ? <ObjectValue value={item} path={path} /> : formatValue(item, path)}
        </li>
      ))}
    </ul>
  )
}

function ObjectValue({ value, path }: { value: Changes; path: ValuePath }) {
  return (
    <ul className="ad-nested">
      {listEntries(value, path).map(([itemPath, item]) => (
        <li key={itemPath.part}>
          <span className="mute">{findPathLabel(itemPath)}:</span>{' '}
          {isObject(item) ? (
            <ObjectValue value={item} path={itemPath} />
          ) : (
            formatValue(item, itemPath)
          )}
        </li>
      ))}
    </ul>
  )
}

function FoldedValue({ brief, children }: { brief: string; children: ReactNode }) {
  return (
    <details className="ad-fold">
      <summary>
        <span className="ad-fold-brief">{`${brief.slice(0, foldedLength).trimEnd()}…`}</span>
        <span className="ad-fold-close">{adminList.foldUp}</span>
      </summary>
      {children}
    </details>
  )
}

type Props = { before?: Changes; after: Changes; entity?: string }

export function ChangeList({ before, after, entity = '' }: Props) {
  const isChanged = (field: string) =>
    !before ||
    formatValue(before[field], { entity, field }) !== formatValue(after[field], { entity, field })
  const fields = [...new Set([...listShownFields(before ?? {}), ...listShownFields(after)])]
  const rows = fields.filter(isChanged)
  if (rows.length === 0) return null
  const createColumn = (id: string, title: string, changes: Changes) => ({
    id,
    title,
    cell: (field: string) => (
      <ChangedValue
        value={changes[field]}
        path={{ entity: findStateEntity(entity, changes), field }}
      />
    ),
  })
  return (
    <Table
      dense
      label={labels.changes}
      rows={rows}
      rowId={(field) => field}
      columns={[
        { id: 'field', title: labels.field, cell: (field) => findPathLabel({ entity, field }) },
        ...(before ? [createColumn('was', labels.was, before)] : []),
        createColumn('became', labels.became, after),
      ]}
    />
  )
}
