// What a deed changed, field by field; the value before stands beside it where the log keeps it.

import { desk, labels } from '../../app/texts/adminDesk.ts'
import { fieldWords, stateWords, valueWords } from '../../app/texts/adminFields.ts'
import { dayAndTime } from '../../lib/dates'
import { Table } from '../../ui/Table'

export type Changes = Readonly<Record<string, unknown>>

const fieldOf = (name: string) => fieldWords[name] ?? name
const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text)

function said(value: unknown, name: string, entity: string): string {
  if (value === null || value === undefined || value === '') return desk.none
  if (typeof value === 'boolean') return value ? desk.yes : desk.no
  if (Array.isArray(value)) return value.map((one) => said(one, name, entity)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  const words = name === 'status' ? stateWords[entity] : valueWords[name]
  return words?.[text] ?? (isMoment(text) ? dayAndTime(text) : text)
}

/** The same on one line, for the list. */
export const inBrief = (changes: Changes, entity = '') =>
  Object.entries(changes)
    .map(([name, value]) => `${fieldOf(name)}: ${said(value, name, entity)}`)
    .join('; ')

type Props = { before?: Changes; after: Changes; entity?: string }

export function ChangeList({ before, after, entity = '' }: Props) {
  const became = (name: string) => said(after[name], name, entity)
  const was = (name: string) => said(before?.[name], name, entity)
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])].filter(
    (name) => !before || was(name) !== became(name),
  )
  if (names.length === 0) return null
  return (
    <Table
      dense
      label={labels.changes}
      rows={names}
      rowId={(name) => name}
      columns={[
        { id: 'field', title: labels.field, cell: fieldOf },
        ...(before ? [{ id: 'was', title: labels.was, cell: was }] : []),
        { id: 'became', title: labels.became, cell: became },
      ]}
    />
  )
}
