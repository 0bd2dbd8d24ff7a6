// What a deed changed, field by field; the value before stands beside it where the log keeps it.

import { desk, labels } from '../../app/texts/adminDesk.ts'
import { Table } from '../../ui/Table'

export type Changes = Readonly<Record<string, unknown>>

export function said(value: unknown): string {
  if (value === null || value === undefined || value === '') return desk.none
  if (typeof value === 'boolean') return value ? desk.yes : desk.no
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function ChangeList({ before, after }: { before?: Changes; after: Changes }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])].filter(
    (name) => !before || said(before[name]) !== said(after[name]),
  )
  if (names.length === 0) return null
  return (
    <Table
      dense
      label={labels.changes}
      rows={names}
      rowId={(name) => name}
      columns={[
        { id: 'field', title: labels.field, cell: (name) => <code>{name}</code> },
        ...(before
          ? [{ id: 'was', title: labels.was, cell: (name: string) => said(before[name]) }]
          : []),
        { id: 'became', title: labels.became, cell: (name) => said(after[name]) },
      ]}
    />
  )
}
