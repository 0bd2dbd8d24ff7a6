import { describe, expect, it } from 'vitest'
import { exportCsv, formatCsvCell, readAllRows, toCsv } from './csv.ts'

describe('a list as a file', () => {
  it('contains no formula', () => {
    expect(formatCsvCell('=1+1')).toBe("'=1+1")
    expect(formatCsvCell('a;"b"')).toBe('"a;""b"""')
    expect(formatCsvCell('-12')).toBe('-12')
  })

  it('has numbers that a Russian spreadsheet adds', () => {
    expect(formatCsvCell(4_200_000)).toBe('4200000')
    expect(formatCsvCell(2.5)).toBe('2,5')
    expect(formatCsvCell(-12.5)).toBe('-12,5')
    expect(formatCsvCell(null)).toBe('')
  })

  it('has phone numbers as texts, which a spreadsheet does not turn into 7,4951E+10', () => {
    expect(formatCsvCell('+7 495 123-45-67')).toBe('+7 495 123-45-67')
    expect(formatCsvCell('+7 495 123-45-67+A1')).toBe("'+7 495 123-45-67+A1")
  })

  it('has no column that the list has no data for', () => {
    const columns = [
      { title: 'Имя', value: () => 'Анна' },
      { title: 'Текст', value: () => undefined },
      { title: 'Срок', value: () => null },
    ]
    expect(toCsv(columns, [{}])).toBe('Имя;Срок\r\nАнна;\r\n')
  })

  it('has a header, and one line for each row', () => {
    const columns = [{ title: 'Имя', value: (row: { name: string }) => row.name }]
    expect(toCsv(columns, [{ name: 'Анна' }])).toBe('Имя\r\nАнна\r\n')
  })

  it('is read page by page', async () => {
    const offsets: number[] = []
    const list = await readAllRows(async ({ limit, offset }) => {
      offsets.push(offset)
      return { rows: Array.from({ length: Math.min(limit, 150 - offset) }, () => 1), total: 150 }
    })
    expect(list.rows).toHaveLength(150)
    expect(offsets).toEqual([0, 100])
  })

  it('says how many rows it leaves out', async () => {
    const columns = [{ title: 'Имя', value: () => 'Анна' }]
    const read =
      (total: number) =>
      async ({ limit, offset }: { limit: number; offset: number }) => ({
        rows: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, () => ({})),
        total,
      })
    expect((await exportCsv(columns, read(200_000))).cut).toEqual({ rows: 5000, total: 200_000 })
    expect((await exportCsv(columns, read(5000))).cut).toBeUndefined()
  })
})
