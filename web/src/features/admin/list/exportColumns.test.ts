// The CSV file of a section has the whole record, with numbers and times that a spreadsheet understands.

import { expect, it } from 'vitest'
import { toCsv } from '../../../shared/list/csv.ts'
import { requestsSection } from '../inbox/inboxSections.tsx'
import { paymentsSection } from '../orders/paymentsSection.tsx'
import { carsSection } from '../publishing/carsSection.tsx'
import type { Item, Section } from '../section.ts'
import { listExportColumns } from './exportColumns.ts'

/** The cells of the only row by the titles of their columns. */
function exportRow<Row extends Item>(section: Section<Row>, row: Partial<Row>) {
  const [titles = '', cells = ''] = toCsv(listExportColumns(section), [row as Row]).split('\r\n')
  const values = cells.split(';')
  return Object.fromEntries(titles.split(';').map((title, index) => [title, values[index]]))
}

it('the CSV file of a payment has a sum that a spreadsheet adds, and times that it sorts', () => {
  const cells = exportRow(paymentsSection, {
    id: 'p1',
    title: 'Аванс',
    order_number: 'MA-418205',
    status: 'paid',
    kind: 'deposit',
    amount_rub: 1_250_000,
    due_at: '2026-11-20T21:30:00Z',
    paid_at: null,
    receipt: '=1+1',
  })
  expect(cells).toMatchObject({
    'Сумма, ₽': '1250000',
    'Срок (МСК)': '21.11.2026 00:30',
    'Оплачен (МСК)': '',
    Вид: 'Задаток',
    'Чек, номер': "'=1+1",
  })
})

it('the CSV file of a request has fields that its table does not show', () => {
  const cells = exportRow(requestsSection, {
    id: 'r1',
    reference: 'MA-7K3QX9',
    name: 'Анна',
    kind: 'callback',
    car_title: null,
    status: 'new',
    email: 'anna@example.com',
    phone: '+79991234567',
    message: 'Перезвоните',
    note: 'Занята до 15',
    assignee_name: 'Ольга Кедрова',
    due_at: '2026-11-20T10:00:00Z',
    created_at: '2026-11-20T09:00:00Z',
    answered_at: null,
  })
  expect(cells).toMatchObject({
    Номер: 'MA-7K3QX9',
    Email: 'anna@example.com',
    Телефон: '+7 999 123-45-67',
    Сообщение: 'Перезвоните',
    'Заметка для своих': 'Занята до 15',
    'Кто ведёт': 'Ольга Кедрова',
    'Получено (МСК)': '20.11.2026 12:00',
  })
})

it('a phone number of another country stays a text in a spreadsheet', () => {
  expect(exportRow(requestsSection, { id: 'r1', phone: '+375291234567' })).toMatchObject({
    Телефон: '+375 29 123-45-67',
  })
})

it('the CSV file of a car has the labels of its fields, and no column twice', () => {
  const columns = listExportColumns(carsSection).map(({ title }) => title)
  expect(new Set(columns).size).toBe(columns.length)
  const cells = exportRow(carsSection, {
    id: 'c1',
    brand: 'BMW',
    model: 'X5',
    year: 2022,
    status: 'hidden',
    fuel: 'diesel',
    engine_volume_l: 2.5,
    price_eur: 50_000,
    featured: true,
    images: ['/media/1.webp', '/media/2.webp'],
  })
  expect(cells).toMatchObject({
    Марка: 'BMW',
    Топливо: 'Дизель',
    'Объём, л': '2,5',
    'Цена, €': '50000',
    'На главной': 'Да',
    Снимки: '/media/1.webp /media/2.webp',
  })
})
