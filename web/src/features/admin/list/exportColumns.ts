// The columns of a section's CSV file: the columns of its table, the `exportColumns` of the section, and the fields of
// its form. So the file has the whole record.

import { formatNumericDay, formatSpreadsheetTime } from '../../../lib/dates.ts'
import { formatStoredPhone } from '../../../lib/phone.ts'
import type { CsvColumn, CsvValue } from '../../../shared/list/csv.ts'
import { adminList, labels } from '../../../shared/texts/adminList.ts'
import type { AdminColumn, Field, Item, Section } from '../section.ts'

const moscow = 'МСК'

/** A column with a time that spreadsheets can sort. */
export const createMomentExport = <Row>(
  title: string,
  read: (row: Row) => string | null | undefined,
): CsvColumn<Row> => ({
  title: title.includes(moscow) ? title : `${title} (${moscow})`,
  value: (row) => {
    const at = read(row)
    return at ? formatSpreadsheetTime(at) : at
  },
})

/**
 * A column with a phone number as on the screen. Without its spaces and hyphens a spreadsheet would read it as a number, and show
 * 7,4951E+10.
 */
export const createPhoneExport = <Row>(
  read: (row: Row) => string | null | undefined,
): CsvColumn<Row> => ({
  title: labels.phone,
  value: (row) => {
    const phone = read(row)
    return phone ? formatStoredPhone(phone) : phone
  },
})

/** The value of a field of these kinds is an id, which means nothing to a reader. */
const kindsWithId = ['colleague', 'customer', 'order']

export function listExportColumns<Row extends Item, Listed extends Item>(
  section: Section<Row, Listed>,
): CsvColumn<Listed>[] {
  const fields = (section.fields ?? []).filter(
    ({ kind = 'text', formMode }) => !kindsWithId.includes(kind) && formMode !== 'create',
  )
  const columns = [
    ...section.columns.map(exportTableColumn),
    ...(section.exportColumns ?? []),
    ...fields.map((field) => exportField<Listed>(field)),
  ]
  const titles = columns.map(({ title }) => title)
  return columns.filter(({ title }, index) => titles.indexOf(title) === index)
}

const exportTableColumn = <Row>({ title, text, csvColumn }: AdminColumn<Row>): CsvColumn<Row> =>
  csvColumn ?? {
    title,
    value: (row) => {
      const shown = text(row)
      return shown === adminList.none ? null : shown
    },
  }

function exportField<Row extends Item>(field: Field): CsvColumn<Row> {
  const { name, recordField = name, label, kind } = field
  const read = (row: Row) => (row as Record<string, unknown>)[recordField]
  if (kind === 'moment') return createMomentExport(label, (row: Row) => read(row) as string | null)
  return { title: label, value: (row) => formatFieldValue(field, read(row)) }
}

function formatFieldValue({ kind, options = [] }: Field, value: unknown): CsvValue {
  if (value === null || value === undefined || typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? adminList.yes : adminList.no
  const findOptionLabel = (key: unknown) =>
    options.find((option) => option.value === key)?.label ?? String(key)
  if (Array.isArray(value)) return value.map(findOptionLabel).join(kind === 'pictures' ? ' ' : ', ')
  return kind === 'date' ? formatNumericDay(String(value)) : findOptionLabel(value)
}
