import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import type { CustomerEmail } from '../../../api/wire/notifications.ts'
import { AdminList } from '../list/AdminList.tsx'
import { CustomerCard } from './CustomerCard.tsx'
import { usersSection } from './usersSection.tsx'

const emptyList = { items: [], total: 0 }
const emptyCard = {
  success: true,
  notes: emptyList,
  orders: emptyList,
  contacts: emptyList,
  requests: emptyList,
  bookings: emptyList,
  reservations: emptyList,
  calculations: emptyList,
  favorites: emptyList,
  searches: emptyList,
}
const cardUrl = '*/api/content/admin/customers/u1'
const emailsUrl = '*/api/notifications/admin/users/u1/emails'
const noEmails = { success: true, items: [], total: 0, refused_types: [] }

beforeEach(() => {
  network.use(http.get(emailsUrl, () => HttpResponse.json(noEmails)))
})

it('the card shows only parts with rows, with a link to each record', async () => {
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
    http.get(cardUrl, () =>
      HttpResponse.json({
        ...emptyCard,
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

it.each([
  ['desktop', 'above'],
  ['mobile', 'below'],
] as const)(
  'on a %s layout the actions with the account are %s the card',
  async (layout, place) => {
    document.documentElement.dataset.layout = layout
    onTestFinished(() => {
      delete document.documentElement.dataset.layout
    })
    const account = { id: 'u1', first_name: 'Анна', last_name: 'Лунина', email: 'a@example.com' }
    const access = { role: 'user', account_status: 'active', version: 1 }
    network.use(
      http.get(cardUrl, () => HttpResponse.json(emptyCard)),
      http.get('*/api/auth/admin/users', () => HttpResponse.json({ users: [], total: 0 })),
      http.get('*/api/auth/admin/users/u1', () =>
        HttpResponse.json({ user: { ...account, ...access } }),
      ),
      http.get('*/api/auth/admin/users/u1/sessions', () => HttpResponse.json({ sessions: [] })),
    )
    renderRoute(<AdminList section={usersSection} />, { at: '/?item=u1' })
    const note = await screen.findByLabelText('Новая заметка')
    const reason = screen.getByLabelText('Причина')
    const isBelow = note.compareDocumentPosition(reason) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(isBelow ? 'below' : 'above').toBe(place)
  },
)

it('an employee can add a note', async () => {
  const notes: object[] = []
  network.use(
    http.get(cardUrl, () =>
      HttpResponse.json({ ...emptyCard, notes: { items: notes, total: notes.length } }),
    ),
    http.post(`${cardUrl}/notes`, async ({ request }) => {
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

describe('the emails of a customer', () => {
  const makeEmail = (given: Partial<CustomerEmail>): CustomerEmail => ({
    id: 'e1',
    type: 'booking',
    title: 'Заказ МА-1 открыт',
    state: 'sent',
    reason: null,
    is_campaign: false,
    in_digest: false,
    order_id: null,
    created_at: '2026-11-20T07:00:00Z',
    due_at: '2026-11-20T07:00:00Z',
    finished_at: '2026-11-20T07:01:00Z',
    ...given,
  })
  const serveEmails = (answer: object) =>
    network.use(
      http.get(cardUrl, () => HttpResponse.json(emptyCard)),
      http.get(emailsUrl, () => HttpResponse.json({ ...noEmails, ...answer })),
    )
  const findEmails = () => screen.findByRole('region', { name: 'Письма' })

  it('are listed with their state and a link to the order', async () => {
    serveEmails({
      items: [
        makeEmail({ order_id: 'o1' }),
        makeEmail({
          id: 'e2',
          type: 'payment',
          title: 'Счёт на оплату',
          state: 'queued',
          due_at: '2026-11-21T05:00:00Z',
          finished_at: null,
        }),
        makeEmail({ id: 'e3', title: '', state: 'failed', reason: 'no_address' }),
        makeEmail({
          id: 'e4',
          type: 'promotion',
          title: 'Зимние шины',
          is_campaign: true,
          in_digest: true,
        }),
      ],
      total: 4,
      refused_types: ['maintenance', 'promotion'],
    })
    renderRoute(<CustomerCard id="u1" />)
    const emails = within(await findEmails())
    const link = await emails.findByRole('link', { name: 'Заказ МА-1 открыт' })
    expect(link.getAttribute('href')).toContain('/admin/orders?item=o1')
    const rows = emails.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows[0]).toContain('отправлено')
    expect(rows[0]).toMatch(/20\sноября 2026, 10:01\sМСК/)
    expect(rows[1]).toMatch(/ждёт отправки.*уйдёт не раньше: 21\sноября 2026, 08:00/)
    expect(rows[2]).toMatch(/^Бронирование.*не.отправлено.*причина: нет адреса/)
    expect(rows[3]).toMatch(/акция · рассылка · в.подборке дня/)
    expect(emails.getByText('Письма отключены: обслуживание, акция')).toBeTruthy()
    expect(emails.queryByRole('button')).toBeNull()
  })

  it('are shown twenty at a time', async () => {
    const all = Array.from({ length: 23 }, (_, number) =>
      makeEmail({ id: `e${number}`, title: `Письмо ${number}` }),
    )
    network.use(
      http.get(cardUrl, () => HttpResponse.json(emptyCard)),
      http.get(emailsUrl, ({ request }) => {
        const query = new URL(request.url).searchParams
        const offset = Number(query.get('offset'))
        const items = all.slice(offset, offset + Number(query.get('limit')))
        return HttpResponse.json({ ...noEmails, items, total: all.length })
      }),
    )
    renderRoute(<CustomerCard id="u1" />)
    const emails = within(await findEmails())
    await userEvent.click(await emails.findByRole('button', { name: 'Показать ещё, осталось 3' }))
    expect(await emails.findByText('Письмо 22')).toBeTruthy()
    expect(emails.getAllByRole('listitem')).toHaveLength(23)
    expect(emails.queryByRole('button')).toBeNull()
  })

  it('are replaced by a sentence if there are none', async () => {
    serveEmails({})
    renderRoute(<CustomerCard id="u1" />)
    expect(await within(await findEmails()).findByText(/^Писем нет/)).toBeTruthy()
  })

  it('can be retried if they fail to load, and the rest of the card is shown', async () => {
    serveEmails({})
    network.use(http.get(emailsUrl, () => HttpResponse.json({}, { status: 503 })))
    renderRoute(<CustomerCard id="u1" />)
    const emails = within(await findEmails())
    expect(await emails.findByText('Письма не загрузились')).toBeTruthy()
    expect(await screen.findByText('Заказов, обращений и броней пока нет.')).toBeTruthy()
    serveEmails({ items: [makeEmail({})], total: 1 })
    await userEvent.click(emails.getByRole('button', { name: 'Повторить' }))
    expect(await emails.findByText('Заказ МА-1 открыт')).toBeTruthy()
  })
})
