import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { calls } from '../../../api/calls.ts'
import type { OrderAdmin } from '../../../api/wire/content.ts'
import { useAdminQuery } from '../adminApi.ts'
import { AdvanceMessage } from './AdvanceMessage.tsx'

const order = { id: 'o1', version: 4 } as OrderAdmin
const eventUrl = '*/api/content/admin/orders/o1/advance/preview'
const messageUrl = '*/api/notifications/admin/templates/preview'
const type = 'content.order.advanced'

function Question() {
  const [isOpen, setOpen] = useState(true)
  useAdminQuery(calls.contentAdminItem('orders', 'o1'), ['Order'])
  return (
    <>
      {isOpen && <AdvanceMessage order={order} note="" />}
      <button type="button" onClick={() => setOpen(false)}>
        Закрыть
      </button>
    </>
  )
}

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

it('the preview says that a colleague was first, and reads the order again when the question is closed', async () => {
  let reads = 0
  network.use(
    http.post(eventUrl, () =>
      HttpResponse.json({ code: 'stale_version', message: 'Запись изменил' }, { status: 409 }),
    ),
    http.get('*/api/content/admin/orders/o1', () => {
      reads += 1
      return HttpResponse.json({ item: order })
    }),
  )
  renderRoute(<Question />)
  expect(await screen.findByText(/^Заказ только что изменил кто-то другой/)).toBeTruthy()
  expect(screen.queryByText(/покупатель получит его и.так/)).toBeNull()
  const before = reads
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
  await waitFor(() => expect(reads).toBe(before + 1))
})
