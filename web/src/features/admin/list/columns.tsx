// Columns that many sections share.

import { formatDayAndTime, formatShortDateTime } from '../../../lib/dates.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { formatStoredPhone } from '../../../lib/phone.ts'
import { typographer } from '../../../lib/typography.ts'
import type { RowSelection } from '../../../shared/list/useRowSelection.ts'
import { adminList, labels as columnTitles } from '../../../shared/texts/adminList.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { PhoneLink } from '../../../ui/PhoneLink.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { Tag, type Tone } from '../../../ui/Tag.tsx'
import { type AdminColumn, findLabel, type Item } from '../section.ts'
import { createMomentExport, createPhoneExport } from './exportColumns.ts'

type ColumnOptions<Row> = Partial<Omit<AdminColumn<Row>, 'text'>>

/** A timestamp as date and time, or a dash for none. */
export const formatMoment = (at: string | null) => (at ? formatDayAndTime(at) : adminList.none)

/** A column with a timestamp, or a dash for none: short, with the whole date and time as a tooltip. */
export const createMomentColumn = <Row extends object>(
  id: string,
  title: string,
  read: (row: Row) => string | null,
  options: ColumnOptions<Row> = {},
): AdminColumn<Row> => ({
  id,
  title,
  isOneLine: true,
  text: (row) => formatMoment(read(row)),
  csvColumn: createMomentExport(title, read),
  cell: (row) => {
    const at = read(row)
    return at ? <span title={formatDayAndTime(at)}>{formatShortDateTime(at)}</span> : adminList.none
  },
  ...options,
})

/** A column with an amount in roubles, or a dash for none. */
export const createRoubleColumn = <Row extends object>(
  id: string,
  title: string,
  read: (row: Row) => number | null,
  options: ColumnOptions<Row> = {},
): AdminColumn<Row> => ({
  id,
  title,
  isOneLine: true,
  align: 'right',
  text: (row) => {
    const amount = read(row)
    return amount === null ? adminList.none : formatRoubles(amount)
  },
  csvColumn: { title, value: read },
  ...options,
})

/** A column with a phone number, which calls it. */
export const createPhoneColumn = <Row extends object>(
  read: (row: Row) => string | null | undefined,
): AdminColumn<Row> => ({
  id: 'phone',
  title: columnTitles.phone,
  isSecondary: true,
  text: (row) => formatStoredPhone(read(row) ?? ''),
  csvColumn: createPhoneExport(read),
  cell: (row) => {
    const phone = read(row)
    return phone ? <PhoneLink phone={formatStoredPhone(phone)} /> : adminList.none
  },
})

/** The column with the state of a record, as a coloured label. */
export const createStateColumn = <Row extends { status: string }>(
  labels: Readonly<Record<string, string>>,
  tones: Readonly<Record<string, Tone>>,
): AdminColumn<Row> => ({
  id: 'status',
  title: columnTitles.status,
  text: (row) => findLabel(labels, row.status),
  // «В работе» stays whole where the label wraps.
  cell: (row) => <Tag tone={tones[row.status]}>{typographer(findLabel(labels, row.status))}</Tag>,
})

/** A column of one line, with the whole text as a tooltip. */
export const createClippedColumn = <Row extends object>(
  id: string,
  title: string,
  text: (row: Row) => string,
  options: ColumnOptions<Row> = {},
): AdminColumn<Row> => ({
  id,
  title,
  isSecondary: true,
  text,
  cell: (row) => (
    <span className="ad-clip" title={text(row)}>
      {text(row)}
    </span>
  ),
  ...options,
})

/** The column of checkboxes that select rows. */
export function createSelectionColumn<Row extends Item>(
  rows: readonly Row[],
  selection: RowSelection<Row>,
  rowName: (row: Row) => string,
): Column<Row> {
  const count = selection.selected.length
  return {
    id: 'pick',
    width: '44px',
    title: (
      <Checkbox
        hideLabel
        label={adminList.selectAll}
        checked={rows.length > 0 && count === rows.length}
        indeterminate={count > 0 && count < rows.length}
        onChange={(event) => selection.toggleAll(event.target.checked)}
      />
    ),
    cell: (row) => (
      <Checkbox
        hideLabel
        label={adminList.select(rowName(row))}
        checked={selection.isSelected(row.id)}
        onChange={(event) => selection.toggle(row.id, event.target.checked)}
      />
    ),
  }
}
