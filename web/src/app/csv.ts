// A list as the text of a file for a spreadsheet: everything the filters let through, page after page.

import { adminDesk } from './limits.ts'

/** A column of the file; a table draws the same one as it likes. */
export type SheetColumn<Row> = { title: string; text: (row: Row) => string }
export type SheetPage<Row> = { rows: readonly Row[]; total: number }

/** A cell a spreadsheet neither splits nor takes for a formula. */
export function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d\s.,]+$/.test(text) ? `'${text}` : text
  return /[";\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export function csvOf<Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => csvCell(title)),
    ...rows.map((row) => columns.map(({ text }) => csvCell(text(row)))),
  ]
  return `${lines.map((cells) => cells.join(';')).join('\r\n')}\r\n`
}

type Read<Row> = (page: { limit: number; offset: number }) => Promise<SheetPage<Row>>

/** Every row there is, up to the limit of one file. */
export async function everyRow<Row>(read: Read<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (let offset = 0; offset < adminDesk.exportAtMost; offset += adminDesk.exportPage) {
    const page = await read({ limit: adminDesk.exportPage, offset })
    rows.push(...page.rows)
    if (page.rows.length === 0 || rows.length >= page.total) break
  }
  return rows
}

export async function gathered<Row>(
  columns: readonly SheetColumn<Row>[],
  read: Read<Row>,
): Promise<string> {
  return csvOf(columns, await everyRow(read))
}
