import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { Overview } from './Overview.tsx'

const user = userEvent.setup()
const months = [{ month: '2026-11-01', contacts: 3, requests: 4, bookings: 1, orders: 2 }]
const lists = ['comments', 'contacts', 'requests', 'payments', 'bookings', 'conversations']

beforeEach(() => {
  network.use(
    ...lists.map((list) =>
      http.get(`*/api/content/admin/${list}`, () => HttpResponse.json({ items: [], total: 3 })),
    ),
    http.get('*/api/content/admin/orders', () => HttpResponse.json({ items: [], total: 0 })),
    http.get('*/api/content/admin/months', () => HttpResponse.json({ items: months })),
    http.get('*/api/status/summary', () => HttpResponse.json({ openIncidents: 2 })),
  )
})

it('the chart shows leads and orders by month, with a table of the same numbers', async () => {
  renderRoute(<Overview />)
  const chart = await screen.findByRole('img', { name: /заявок 7, заказов 2/ })
  expect(chart).toBeTruthy()
  await user.click(screen.getByText('Показать таблицей'))
  const row = screen.getByRole('row', { name: /^ноябрь 2026/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['7', '1', '2'])
})

it('an empty chart says when it will appear', async () => {
  network.use(http.get('*/api/content/admin/months', () => HttpResponse.json({ items: [] })))
  renderRoute(<Overview />)
  expect(await screen.findByText(/График появится с первым из них/)).toBeTruthy()
  expect(screen.queryByRole('img', { name: /^За 12 месяцев/ })).toBeNull()
})

const findFigure = async (name: RegExp) => within(await screen.findByRole('link', { name }))

describe('the overview', () => {
  it('opens exactly the late orders that it counts', async () => {
    renderRoute(<Overview />)
    const figure = await screen.findByRole('link', { name: /^Заказы задерживаются/ })
    expect(figure.getAttribute('href')).toBe('/admin/orders?view=board&late=true')
  })

  it('shows who waits for an answer today before the rest', async () => {
    renderRoute(<Overview />)
    const urgent = within(await screen.findByRole('list', { name: 'Сводка' }))
    await waitFor(() =>
      expect(urgent.getAllByRole('listitem').map((item) => item.firstChild?.textContent)).toEqual([
        'Новые заявки3',
        'Новые обращения3',
        'Непрочитанные разговоры3',
        'Заказы задерживаются0',
        'Комментарии ждут3',
      ]),
    )
    const late = urgent.getByRole('link', { name: /^Заявки просрочены\. Просрочено: 3$/ })
    expect(late.getAttribute('href')).toBe('/admin/requests?overdue=true')
    const conversations = urgent.getByRole('link', { name: /^Непрочитанные разговоры/ })
    expect(conversations.getAttribute('href')).toBe('/admin/conversations?unread=true')
    const rest = within(screen.getByRole('list', { name: 'Остальное' }))
    await waitFor(() =>
      expect(rest.getAllByRole('link').map((link) => link.textContent)).toEqual([
        'Оплаты на проверке3',
        'Деньги не зачтены3',
        'Бронирования ждут ответа3',
        'Открытые инциденты2',
      ]),
    )
  })

  it('opens the incidents that it counts: the open ones', async () => {
    renderRoute(<Overview />)
    const figure = await screen.findByRole('link', { name: /^Открытые инциденты/ })
    expect(figure.getAttribute('href')).toBe('/admin/status?open=true')
  })

  it('shows the other figures when one service fails, names the failed ones and retries them', async () => {
    network.use(
      http.get('*/api/status/summary', () =>
        HttpResponse.json({ code: 'unavailable' }, { status: 503 }),
      ),
    )
    renderRoute(<Overview />)
    const comments = await findFigure(/^Комментарии ждут/)
    expect(await comments.findByText('3')).toBeTruthy()
    expect(await (await findFigure(/^Открытые инциденты/)).findByText('—')).toBeTruthy()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Открытые инциденты')
    expect(alert.textContent).not.toContain('Комментарии ждут')
    network.use(http.get('*/api/status/summary', () => HttpResponse.json({ openIncidents: 2 })))
    await user.click(within(alert).getByRole('button', { name: 'Повторить' }))
    expect(await (await findFigure(/^Открытые инциденты/)).findByText('2')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('does not say that nothing is urgent while the overdue replies are unknown', async () => {
    network.use(
      http.get('*/api/content/admin/contacts', () =>
        HttpResponse.json({ code: 'unavailable' }, { status: 503 }),
      ),
    )
    renderRoute(<Overview />)
    await screen.findByRole('alert')
    await waitFor(() => expect(screen.queryByText('Ничего срочного')).toBeNull())
  })

  it('says which lists and months could not be counted, and counts them on request', async () => {
    const refuse = () => HttpResponse.json({ code: 'unavailable' }, { status: 503 })
    network.use(
      http.get('*/api/content/admin/requests', ({ request }) =>
        new URL(request.url).searchParams.has('sort')
          ? refuse()
          : HttpResponse.json({ items: [], total: 3 }),
      ),
      http.get('*/api/content/admin/months', refuse),
    )
    renderRoute(<Overview />)
    const locateTrend = () => within(screen.getByRole('listitem', { name: 'Заявки' }))
    expect(await locateTrend().findByText('не загрузилось')).toBeTruthy()
    expect(await screen.findByText('Числа по месяцам не загрузились')).toBeTruthy()
    network.use(
      http.get('*/api/content/admin/requests', () => HttpResponse.json({ items: [], total: 0 })),
    )
    await user.click(locateTrend().getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(locateTrend().getByText(/^как.в.предыдущие.7.дней$/)).toBeTruthy())
  })

  it('shows the figure of unbooked money only while there is some', async () => {
    let unbooked = 0
    network.use(
      http.get('*/api/content/admin/payments', ({ request }) => {
        const isUnbooked = new URL(request.url).searchParams.get('unbooked') === 'true'
        return HttpResponse.json({ items: [], total: isUnbooked ? unbooked : 3 })
      }),
    )
    const { unmount } = renderRoute(<Overview />)
    await (await findFigure(/^Оплаты на проверке/)).findByText('3')
    await (await findFigure(/^Бронирования ждут/)).findByText('3')
    expect(screen.queryByRole('link', { name: /^Деньги не зачтены/ })).toBeNull()
    unmount()
    unbooked = 2
    renderRoute(<Overview />)
    const link = await screen.findByRole('link', { name: /^Деньги не зачтены/ })
    expect(within(link).getByText('2')).toBeTruthy()
    expect(link.getAttribute('href')).toBe('/admin/orders?view=payments&unbooked=true')
  })

  it('counts late orders on every page of active orders', async () => {
    const order = (id: number, planned_to: string) => ({
      id: `o${id}`,
      steps: [{ key: 'search', status: 'current', planned_to }],
    })
    const all = Array.from({ length: 130 }, (_, i) =>
      order(i, i % 2 === 0 ? '2020-01-01' : '2990-01-01'),
    )
    network.use(
      http.get('*/api/content/admin/orders', ({ request }) => {
        const { searchParams } = new URL(request.url)
        const offset = Number(searchParams.get('offset') ?? 0)
        const items = searchParams.get('status') === 'active' ? all : []
        return HttpResponse.json({
          items: items.slice(offset, offset + 100),
          total: items.length,
        })
      }),
    )
    renderRoute(<Overview />)
    expect(await (await findFigure(/^Заказы задерживаются/)).findByText('65')).toBeTruthy()
  })
})
