import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { Trends } from './Trends.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const daysAgo = (days: number) =>
  new Date(Date.parse('2026-11-20T09:00:00Z') - days * 86_400_000).toISOString()

const readTrend = (name: string) => screen.getByRole('listitem', { name }).textContent

it('a trend compares the last seven days with the seven days before, and a failed list says so', async () => {
  const rows = [0, 0, 1, 6, 7, 13, 14, 40].map((days, i) => ({
    id: String(i),
    created_at: daysAgo(days),
  }))
  const offsets: (string | null)[] = []
  network.use(
    http.get('*/api/content/admin/requests', ({ request }) => {
      const { searchParams } = new URL(request.url)
      expect(searchParams.get('sort')).toBe('-created_at')
      offsets.push(searchParams.get('offset'))
      return HttpResponse.json({ items: rows, total: 900 })
    }),
    http.get('*/api/content/admin/contacts', () => HttpResponse.json({ items: [], total: 0 })),
    http.get('*/api/content/admin/orders', () =>
      HttpResponse.json({ code: 'unavailable' }, { status: 503 }),
    ),
  )
  renderRoute(<Trends />)
  await waitFor(() => expect(readTrend('Заявки')).toMatch(/^Заявки4\+2.к.предыдущим.7.дням/))
  // The first page contains rows from before the two weeks, so no other page is needed.
  expect(offsets).toEqual(['0'])
  await waitFor(() => expect(readTrend('Обращения')).toMatch(/^Обращения0как.в.предыдущие.7.дней/))
  await waitFor(() => expect(readTrend('Заказы')).toBe('Заказы—не загрузилосьПовторить'))
})

it('a trend counts days by the Moscow calendar', async () => {
  // 00:30 of 14 November in Moscow: the seventh day, counted back from today.
  const rows = [{ id: '1', created_at: '2026-11-13T21:30:00Z' }]
  network.use(
    http.get('*/api/content/admin/:list', () => HttpResponse.json({ items: rows, total: 1 })),
  )
  renderRoute(<Trends />)
  await waitFor(() => expect(readTrend('Заявки')).toMatch(/^Заявки1\+1.к.предыдущим.7.дням/))
})
