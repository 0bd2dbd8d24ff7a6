import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import type { OrderAdmin } from '../../../api/wire/content.ts'
import { AdvanceMessage } from './AdvanceMessage.tsx'

const order = { id: 'o1', version: 4 } as OrderAdmin
const eventUrl = '*/api/content/admin/orders/o1/advance/preview'
const messageUrl = '*/api/notifications/admin/templates/preview'
const type = 'content.order.advanced'

it('the preview shows the message that the services render from the typed note', async () => {
  network.use(
    http.post(eventUrl, async ({ request }) => {
      const body = (await request.json()) as { note: string; version: number }
      return HttpResponse.json({ type, event: { note: body.note, step: 'search' } })
    }),
    http.post(messageUrl, async ({ request }) => {
      const { event } = (await request.json()) as { event: { note: string } }
      const message = {
        title: 'Начали поиск, заказ MA-1',
        message: `Варианты пришлём до 4 декабря. ${event.note}`,
        email_note: 'Звоните',
        channels: ['in_app', 'email'],
        quiet_until: '2026-11-29T05:00:00Z',
      }
      return HttpResponse.json({ success: true, items: [message] })
    }),
  )
  renderRoute(<AdvanceMessage order={order} note="Ищем дизель" />)
  const shown = await screen.findByRole('region', { name: 'Сообщение, которое получит покупатель' })
  expect(shown.textContent).toContain('Начали поиск, заказ MA-1')
  expect(shown.textContent).toContain('до 4 декабря. Ищем дизель')
  expect(shown.textContent).toContain('Придёт: в кабинет, письмом.')
  expect(shown.textContent).toContain('В письме ещё: «Звоните»')
  expect(shown.textContent).toMatch(/тихие часы: письмо уйдёт 29.ноября 2026, 08:00.МСК/)
})

it('the preview says that nobody is notified if the buyer was erased', async () => {
  network.use(http.post(eventUrl, () => HttpResponse.json({ type, event: null })))
  renderRoute(<AdvanceMessage order={order} note="" />)
  expect(await screen.findByText('Покупатель удалил учётную запись, сообщать некому.')).toBeTruthy()
})

it('the preview says that the message cannot be shown if a service fails', async () => {
  network.use(http.post(eventUrl, () => HttpResponse.json({ code: 'down' }, { status: 503 })))
  renderRoute(<AdvanceMessage order={order} note="" />)
  expect(await screen.findByText(/^Не удалось показать сообщение/)).toBeTruthy()
})
