// A list as the text of a file for a spreadsheet: everything the filters let through, page after page.

import { adminLists } from './limits.ts'

/** A column of the file; a table draws the same one as it likes. */
export type CsvColumn<Row> = { title: string; text: (row: Row) => string }
export type CsvPage<Row> = { rows: readonly Row[]; total: number }

/** A cell a spreadsheet neither splits nor takes for a formula. */
export function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d\s.,]+$/.test(text) ? `'${text}` : text
  return /[";\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => csvCell(title)),
    ...rows.map((row) => columns.map(({ text }) => csvCell(text(row)))),
  ]
  return `${lines.map((cells) => cells.join(';')).join('\r\n')}\r\n`
}

type Read<Row> = (page: { limit: number; offset: number }) => Promise<CsvPage<Row>>

/** Every row there is, up to the limit of one file. */
export async function readAllRows<Row>(read: Read<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (let offset = 0; offset < adminLists.exportAtMost; offset += adminLists.exportPage) {
    const page = await read({ limit: adminLists.exportPage, offset })
    rows.push(...page.rows)
    if (page.rows.length === 0 || rows.length >= page.total) break
  }
  return rows
}

export async function exportCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  read: Read<Row>,
): Promise<string> {
  return toCsv(columns, await readAllRows(read))
}
