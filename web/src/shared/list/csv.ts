// Exports a filtered list as CSV text for Russian spreadsheets, reading it page by page. Cells are separated by
// semicolons, and numbers have a decimal comma and no spaces, so that a spreadsheet can add them.

import { adminLists } from '../limits.ts'

/** The value of a cell. `undefined`: the list does not have this field. */
export type CsvValue = string | number | null | undefined
/** A column of the file. The table on screen may render the same column differently. */
export type CsvColumn<Row> = { title: string; value: (row: Row) => CsvValue }
type CsvPage<Row> = { rows: readonly Row[]; total: number }

/** Such as '+7 495 000-00-10', which no spreadsheet can calculate. */
const phoneNumber = /^\+\d{1,3}(?: \d{1,4})+(?:-\d\d){2}$/

/** A quoted cell that a spreadsheet neither splits nor treats as a formula. */
export function formatCsvCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value).replace('.', ',')
  return formatCsvText(value)
}

function formatCsvText(text: string): string {
  const isFormula =
    /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d\s.,]+$/.test(text) && !phoneNumber.test(text)
  const plain = isFormula ? `'${text}` : text
  return /[";\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** The rows as CSV text. Columns for which the list has no data are left out. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const columnsWithData = columns.filter(
    ({ value }) => rows.length === 0 || rows.some((row) => value(row) !== undefined),
  )
  const lines = [
    columnsWithData.map(({ title }) => formatCsvCell(title)),
    ...rows.map((row) => columnsWithData.map(({ value }) => formatCsvCell(value(row)))),
  ]
  return `${lines.map((cells) => cells.join(';')).join('\r\n')}\r\n`
}

type PageReader<Row> = (page: { limit: number; offset: number }) => Promise<CsvPage<Row>>

/** Rows of a list up to the limit of one file, and the total number of rows. */
export async function readAllRows<Row>(
  read: PageReader<Row>,
): Promise<{ rows: Row[]; total: number }> {
  const rows: Row[] = []
  let total = 0
  for (let offset = 0; offset < adminLists.exportAtMost; offset += adminLists.exportPage) {
    const page = await read({ limit: adminLists.exportPage, offset })
    rows.push(...page.rows)
    total = page.total
    if (page.rows.length === 0 || rows.length >= page.total) break
  }
  return { rows, total }
}

/** The text of a file. `cut` has both numbers if the list has more rows than the file. */
export type CsvFile = { text: string; cut?: { rows: number; total: number } }

export async function exportCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  read: PageReader<Row>,
): Promise<CsvFile> {
  const { rows, total } = await readAllRows(read)
  const text = toCsv(columns, rows)
  return rows.length < total ? { text, cut: { rows: rows.length, total } } : { text }
}
