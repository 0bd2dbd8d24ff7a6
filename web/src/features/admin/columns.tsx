// Columns that many sections describe in the same way.

import { adminList, labels as columnTitles } from '../../app/texts/adminList.ts'
import { dayAndTime } from '../../lib/dates.ts'
import { roubles } from '../../lib/numbers.ts'
import { Tag, type Tone } from '../../ui/Tag.tsx'
import { type AdminColumn, labelOf } from './section.ts'

type ColumnOptions<Row> = Partial<Omit<AdminColumn<Row>, 'text'>>

/** A moment as its day and time, or a dash for none. */
export const formatMoment = (at: string | null) => (at ? dayAndTime(at) : adminList.none)

/** A column with a moment. */
export const momentColumn = <Row extends object>(
  id: string,
  title: string,
  read: (row: Row) => string | null,
  options: ColumnOptions<Row> = {},
): AdminColumn<Row> => ({
  id,
  title,
  num: true,
  text: (row) => formatMoment(read(row)),
  ...options,
})

/** A column with an amount in roubles, or a dash for none. */
export const roubleColumn = <Row extends object>(
  id: string,
  title: string,
  read: (row: Row) => number | null,
  options: ColumnOptions<Row> = {},
): AdminColumn<Row> => ({
  id,
  title,
  num: true,
  align: 'right',
  text: (row) => {
    const amount = read(row)
    return amount === null ? adminList.none : roubles(amount)
  },
  ...options,
})

/** The column with the state of a record, as a coloured label. */
export const stateColumn = <Row extends { status: string }>(
  labels: Readonly<Record<string, string>>,
  tones: Readonly<Record<string, Tone>>,
): AdminColumn<Row> => ({
  id: 'status',
  title: columnTitles.status,
  text: (row) => labelOf(labels, row.status),
  cell: (row) => <Tag tone={tones[row.status]}>{labelOf(labels, row.status)}</Tag>,
})
