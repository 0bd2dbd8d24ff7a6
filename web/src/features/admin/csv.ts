// The list as a file for a spreadsheet: everything the filters let through, page after page.

import { adminDesk } from '../../app/limits.ts'
import type { List, Params } from './adminApi.ts'
import type { DeskColumn } from './section.ts'

/** A cell a spreadsheet neither splits nor takes for a formula. */
export function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d\s.,]+$/.test(text) ? `'${text}` : text
  return /[";\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export function csvOf<Row>(columns: readonly DeskColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => csvCell(title)),
    ...rows.map((row) => columns.map(({ text }) => csvCell(text(row)))),
  ]
  // The mark at the beginning tells the spreadsheet that the letters are UTF-8.
  return `\uFEFF${lines.map((cells) => cells.join(';')).join('\r\n')}\r\n`
}

/** Every row the criteria give, up to the limit of one file. */
export async function everyRow<Row>(
  criteria: Params,
  read: (params: Params) => Promise<List<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let offset = 0; offset < adminDesk.exportAtMost; offset += adminDesk.exportPage) {
    const page = await read({ ...criteria, limit: adminDesk.exportPage, offset })
    rows.push(...page.rows)
    if (page.rows.length === 0 || rows.length >= page.total) break
  }
  return rows
}

export function download(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
