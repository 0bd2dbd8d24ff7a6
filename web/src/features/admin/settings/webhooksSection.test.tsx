import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import type { DeliveryRead, WebhookRead } from '../../../api/wire/status.ts'
import { DoneNotice } from '../DoneNotice.tsx'
import { AdminList } from '../list/AdminList.tsx'
import { webhooksSection } from './webhooksSection.tsx'

const url = '*/api/status/admin/webhooks'
const endpoint: WebhookRead = {
  id: 'w1',
  url: 'https://hooks.example.com/status',
  description: '',
  components: ['email'],
  status: 'enabled',
  failures: 0,
  failing_since: null,
  disabled_at: null,
  disabled_reason: '',
  created_at: '2026-11-20T10:00:00Z',
  version: 1,
}
const delivery: DeliveryRead = {
  id: 'd1',
  message_id: 'msg_1',
  type: 'incident.opened',
  state: 'pending',
  attempts: 2,
  created_at: '2026-11-20T10:00:00Z',
  last_at: '2026-11-20T10:00:05Z',
  next_at: '2026-11-20T10:05:05Z',
  status_code: 500,
  error: '',
  duration_ms: 120,
}

function serveEndpoints(rows: WebhookRead[], deliveries: DeliveryRead[] = []) {
  network.use(
    http.get(url, () => HttpResponse.json({ items: rows, total: rows.length })),
    http.get(`${url}/w1`, () => HttpResponse.json({ item: rows[0] ?? endpoint })),
    http.get(`${url}/w1/deliveries`, () =>
      HttpResponse.json({ items: deliveries, total: deliveries.length }),
    ),
  )
}

it('the secret of a new endpoint is shown once, and a test message can be sent', async () => {
  serveEndpoints([])
  const tests: string[] = []
  network.use(
    http.post(url, () => {
      serveEndpoints([endpoint])
      return HttpResponse.json({ item: { ...endpoint, secret: 'whsec_abc' } }, { status: 201 })
    }),
    http.post(`${url}/w1/test`, () => {
      tests.push('sent')
      serveEndpoints([endpoint], [{ ...delivery, type: 'webhook.test', state: 'delivered' }])
      return HttpResponse.json({ success: true })
    }),
  )
  renderRoute(
    <>
      <AdminList section={webhooksSection} />
      <DoneNotice />
    </>,
    { at: '/?item=new' },
  )
  const form = within(await screen.findByRole('form', { name: 'Новый вебхук' }))
  await userEvent.type(form.getByLabelText(/Адрес получателя/), endpoint.url)
  await userEvent.click(form.getByRole('button', { name: 'Добавить' }))
  expect(await screen.findByText('whsec_abc')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Отправить проверку' }))
  await waitFor(() => expect(tests).toEqual(['sent']))
  expect(await screen.findByText(/покажет журнал/)).toBeTruthy()
  const log = within(await screen.findByRole('region', { name: 'Последние отправки' }))
  expect(await log.findByText('Доставлено')).toBeTruthy()
})

it('a disabled endpoint shows its reason and its deliveries and can be enabled', async () => {
  const disabled: WebhookRead = {
    ...endpoint,
    status: 'disabled',
    failures: 20,
    disabled_at: '2026-11-21T10:00:00Z',
    disabled_reason: 'Больше суток без успеха, попыток подряд: 20',
  }
  serveEndpoints([disabled], [delivery])
  const changes: unknown[] = []
  network.use(
    http.patch(`${url}/w1`, async ({ request }) => {
      changes.push(await request.json())
      return HttpResponse.json({ item: endpoint })
    }),
  )
  renderRoute(<AdminList section={webhooksSection} />, { at: '/?item=w1' })
  expect(await screen.findByText(/Больше суток без успеха/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Отправить проверку' })).toBeNull()
  expect(await screen.findByText(/попыток: 2, ответ\s500, 120\sмс, повтор 20\sноября/)).toBeTruthy()
  expect(screen.getByText('Не дошло, повторим')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Включить' }))
  await waitFor(() => expect(changes).toEqual([{ enabled: true }]))
})
