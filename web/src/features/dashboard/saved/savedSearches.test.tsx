import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { SavedSearches } from './SavedSearches.tsx'

const search = {
  id: 's-1',
  name: 'BMW, с таможней до 5 млн ₽',
  filters: { brand: 'BMW', price_max: 5_000_000, q: null },
  alerts: true,
  alerted_at: '2026-11-23T07:00:00Z',
  created_at: '2026-11-20T07:00:00Z',
  cars: 3,
}

function serveSearches() {
  let stored = [search]
  const sent: object[] = []
  network.use(
    http.get('*/api/me/searches', () =>
      HttpResponse.json({ success: true, searches: stored, total: stored.length }),
    ),
    http.patch('*/api/me/searches/s-1', async ({ request }) => {
      const change = (await request.json()) as Partial<typeof search>
      sent.push(change)
      stored = stored.map((search) => ({ ...search, ...change }))
      return HttpResponse.json({ success: true, search: stored[0] })
    }),
    http.delete('*/api/me/searches/s-1', () => {
      stored = []
      return HttpResponse.json({ success: true })
    }),
    http.get('*/api/me/orders', () => HttpResponse.json({ success: true, orders: [], total: 1 })),
    http.get('*/api/me/bookings', () =>
      HttpResponse.json({ success: true, bookings: [], total: 0 }),
    ),
    http.get('*/api/me/favorites', () =>
      HttpResponse.json({ success: true, favorites: [], total: 0 }),
    ),
    http.get('*/api/calculator/calculations', () =>
      HttpResponse.json({ success: true, calculations: [], total: 0, hasMore: false }),
    ),
  )
  return sent
}

it('a saved search links to the catalogue, can be muted, and is deleted after a confirmation', async () => {
  const sent = serveSearches()
  renderRoute(<SavedSearches />)
  const link = await screen.findByRole('link', { name: search.name })
  expect(link.getAttribute('href')).toBe('/cars?brand=BMW&price_max=5000000')
  expect(screen.getByText(/Сейчас подходит: 3; последнее уведомление — 23.ноября/)).toBeTruthy()
  const alerts = screen.getByRole<HTMLInputElement>('switch', { name: /Сообщать о новых/ })
  await userEvent.click(alerts)
  await expect.poll(() => alerts.checked).toBe(false)
  expect(sent).toEqual([{ alerts: false }])
  await userEvent.click(screen.getByRole('button', { name: /Удалить поиск: BMW/ }))
  const question = await screen.findByRole('alertdialog')
  await userEvent.click(within(question).getByRole('button', { name: /Удалить поиск/ }))
  expect(await screen.findByText(/Сохранённых поисков пока нет/)).toBeTruthy()
})

it('the switch of a search answers at once, and returns when the change is refused', async () => {
  serveSearches()
  let refuse = () => {}
  const refusal = new Promise<void>((resolve) => {
    refuse = resolve
  })
  network.use(
    http.patch('*/api/me/searches/s-1', async () => {
      await refusal
      return HttpResponse.json({ success: false, error: 'Сервис недоступен' }, { status: 503 })
    }),
  )
  renderRoute(<SavedSearches />)
  const alerts = await screen.findByRole<HTMLInputElement>('switch', { name: /Сообщать о новых/ })
  await userEvent.click(alerts)
  await expect.poll(() => alerts.checked).toBe(false)
  refuse()
  await expect.poll(() => alerts.checked).toBe(true)
  expect(await screen.findByRole('alert')).toBeTruthy()
})
