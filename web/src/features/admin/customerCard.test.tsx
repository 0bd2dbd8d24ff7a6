import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { CustomerCard } from './CustomerCard.tsx'

const none = { items: [], total: 0 }
const empty = {
  success: true,
  notes: none,
  orders: none,
  contacts: none,
  requests: none,
  bookings: none,
  reservations: none,
  calculations: none,
  favorites: none,
  searches: none,
}
const url = '*/api/content/admin/customers/u1'

it('shows the parts that have rows, with the way to each record', async () => {
  const order = {
    id: 'o1',
    number: 'MA-1',
    title: 'Audi A6, 2021',
    status: 'active',
    current_step: 'customs',
    price_rub: 3_000_000,
    created_at: '2026-11-20T07:00:00Z',
  }
  const request = {
    id: 'r1',
    reference: 'MA-7K3QX9',
    subject: 'callback',
    status: 'new',
    created_at: '2026-11-20T07:00:00Z',
  }
  network.use(
    http.get(url, () =>
      HttpResponse.json({
        ...empty,
        orders: { items: [order], total: 21 },
        requests: { items: [request], total: 1 },
      }),
    ),
  )
  renderRoute(<CustomerCard id="u1" />)
  const orders = await screen.findByRole('region', { name: 'Заказы' })
  const link = within(orders).getByRole('link', { name: 'MA-1, Audi A6, 2021' })
  expect(link.getAttribute('href')).toContain('/admin/orders?item=o1')
  expect(orders.textContent).toContain('Таможня')
  expect(orders.textContent).toContain('Последние 1 из 21')
  expect(screen.getByRole('region', { name: 'Заявки' }).textContent).toContain('MA-7K3QX9, Звонок')
  expect(screen.queryByRole('region', { name: 'Обращения' })).toBeNull()
})

it('adds a note', async () => {
  const notes: object[] = []
  network.use(
    http.get(url, () =>
      HttpResponse.json({ ...empty, notes: { items: notes, total: notes.length } }),
    ),
    http.post(`${url}/notes`, async ({ request }) => {
      const { text } = (await request.json()) as { text: string }
      const created_at = '2026-11-20T07:00:00Z'
      notes.push({ id: 'n1', text, author_id: 'a1', author_name: 'Вера Старостина', created_at })
      return HttpResponse.json({ success: true, item: notes[0] }, { status: 201 })
    }),
  )
  const user = userEvent.setup()
  renderRoute(<CustomerCard id="u1" />)
  await user.type(await screen.findByLabelText('Новая заметка'), 'Звонить после шести')
  await user.click(screen.getByRole('button', { name: 'Добавить заметку' }))
  expect(await screen.findByText('Звонить после шести')).toBeTruthy()
  expect(screen.getByText(/Вера Старостина/)).toBeTruthy()
  expect(screen.getByText('Заказов, обращений и броней пока нет.')).toBeTruthy()
})
