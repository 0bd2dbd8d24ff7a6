// Exports a filtered list as CSV text, reading it page by page.

import { adminLists } from '../limits.ts'

/** A column of the file. The table on screen may render the same column differently. */
type CsvColumn<Row> = { title: string; text: (row: Row) => string }
type CsvPage<Row> = { rows: readonly Row[]; total: number }

/** A quoted cell that a spreadsheet neither splits nor treats as a formula. */
export function formatCsvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d\s.,]+$/.test(text) ? `'${text}` : text
  return /[";\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => formatCsvCell(title)),
    ...rows.map((row) => columns.map(({ text }) => formatCsvCell(text(row)))),
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
