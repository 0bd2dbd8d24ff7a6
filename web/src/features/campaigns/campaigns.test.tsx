import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import type {
  AudienceRequest,
  CampaignRead,
  CampaignSend,
  StatsAnswer,
} from '../../api/wire/notifications.ts'
import { hasUnsentInput } from '../../platform/unsentInput.ts'
import { CampaignsPage } from './CampaignsPage.tsx'
import {
  computeSendingTime,
  emptyDraft,
  parseMoscowTime,
  toAudience,
  validateDraft,
} from './draft.ts'

// Typing with a delay between characters would take most of a test's time.
const user = userEvent.setup({ delay: null })
const adminApi = '*/api/notifications/admin'

function makeCampaign(given: Partial<CampaignRead>): CampaignRead {
  return {
    id: 'c1',
    audience: { all: true },
    type: 'system',
    title: 'Плановые работы',
    message: 'Текст',
    data: {},
    channels: ['in_app'],
    status: 'sent',
    created_by: null,
    created_at: '2026-11-18T10:00:00Z',
    scheduled_at: '2026-11-18T10:00:00Z',
    started_at: null,
    finished_at: null,
    recipients: 1204,
    delivered: 1198,
    read: 871,
    failed: 6,
    stats: {},
    ...given,
  }
}

let sentCampaigns: CampaignSend[]
let cancelledIds: string[]
let recipients: number
let channelTraffic: StatsAnswer['channels']
let audienceRequests: AudienceRequest[]

beforeEach(() => {
  sentCampaigns = []
  cancelledIds = []
  recipients = 3
  channelTraffic = {}
  audienceRequests = []
  network.use(
    http.get(`${adminApi}/segments`, () =>
      HttpResponse.json({ items: [{ key: 'buyers', title: 'Есть заказ', recipients: 2 }] }),
    ),
    http.post(`${adminApi}/audience`, async ({ request }) => {
      const body = (await request.json()) as AudienceRequest
      audienceRequests.push(body)
      const telegram = body.channels?.includes('telegram') ? { telegram: 1 } : {}
      return HttpResponse.json({
        recipients,
        channels: { in_app: recipients, email: 2, push: 0, ...telegram },
        sample: ['Анна Орлова'],
      })
    }),
    http.get(`${adminApi}/stats`, () =>
      HttpResponse.json({
        live_connections: 143,
        people_online: 120,
        replicas: 2,
        sent_per_hour: 77,
        backlog: 0,
        campaigns_in_progress: 0,
        channels: channelTraffic,
      }),
    ),
    http.get(`${adminApi}/templates`, () => HttpResponse.json({ items: [] })),
    http.post(`${adminApi}/send`, async ({ request }) => {
      const body = (await request.json()) as CampaignSend
      sentCampaigns.push(body)
      const campaign = makeCampaign({
        title: body.title,
        status: 'scheduled',
        scheduled_at: body.scheduled_at ?? new Date().toISOString(),
      })
      return HttpResponse.json({ success: true, campaign }, { status: 202 })
    }),
    http.delete(`${adminApi}/campaigns/:id`, ({ params }) => {
      cancelledIds.push(String(params.id))
      return HttpResponse.json({ success: true, campaign: makeCampaign({ status: 'cancelled' }) })
    }),
  )
})

const openPage = () =>
  renderRoute(<CampaignsPage list={null} />, {
    path: '/admin/notifications',
    at: '/admin/notifications',
  })

async function typeMessage() {
  const form = within(await screen.findByRole('form', { name: 'Новая рассылка' }))
  await user.type(form.getByLabelText('Заголовок'), 'Новые ставки')
  await user.type(form.getByLabelText('Сообщение'), 'С первого января.')
  return form
}

describe('the campaign form', () => {
  it('shows a preview and the number of recipients', async () => {
    openPage()
    await typeMessage()
    const preview = within(screen.getByRole('region', { name: 'Как увидит получатель' }))
    expect(preview.getByText('Новые ставки')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Тип'), 'Безопасность')
    expect(preview.getByText('Check')).toBeTruthy()
    expect(await screen.findByText(/3\sчеловека/)).toBeTruthy()
  })

  it('sends to a small audience at once, with an idempotency key, and clears the form', async () => {
    openPage()
    const form = await typeMessage()
    await screen.findByText(/человека/)
    await user.selectOptions(form.getByLabelText('Получатели'), 'Есть заказ')
    const channels = within(form.getByLabelText('Каналы'))
    await user.click(channels.getByLabelText('Почта'))
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    expect(await screen.findByText(/^Рассылка поставлена в очередь/)).toBeTruthy()
    expect(sentCampaigns).toHaveLength(1)
    expect(sentCampaigns[0]).toMatchObject({
      audience: { segment: 'buyers' },
      type: 'system',
      title: 'Новые ставки',
      message: 'С первого января.',
      channels: ['in_app', 'email'],
    })
    expect(sentCampaigns[0]?.scheduled_at).toBeUndefined()
    expect(sentCampaigns[0]?.idempotency_key).toMatch(/^[\da-f-]{36}$/)
    expect(form.getByLabelText('Заголовок')).toHaveProperty('value', '')
    expect(hasUnsentInput()).toBe(false)
  })

  it('offers Telegram if the site has a bot, with the number of people it reaches', async () => {
    channelTraffic = { telegram: { sent: 0, failed: 0, backlog: 0 } }
    openPage()
    const form = await typeMessage()
    await user.click(await form.findByLabelText('Telegram'))
    expect(await form.findByText(/Telegram — 1/)).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    await waitFor(() => expect(sentCampaigns[0]?.channels).toEqual(['in_app', 'telegram']))
  })

  it('does not offer Telegram if the site has no bot', async () => {
    openPage()
    const form = await typeMessage()
    expect(await screen.findByText('Открытых соединений: 143')).toBeTruthy()
    expect(form.queryByLabelText('Telegram')).toBeNull()
    expect(audienceRequests.at(-1)?.channels).toEqual(['in_app', 'email', 'push'])
  })

  it('allows 30 seconds to undo sending to a large audience', async () => {
    recipients = 40
    vi.useFakeTimers({ toFake: ['Date'] })
    openPage()
    const form = await typeMessage()
    await screen.findByText('После отправки 30 секунд на отмену')
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    expect(await screen.findByText('Уйдёт через 30 с')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Отменить отправку' }))
    expect(await screen.findByText('Отправка отменена. Текст остался в форме.')).toBeTruthy()
    expect(cancelledIds).toEqual(['c1'])
    expect(form.getByLabelText('Заголовок')).toHaveProperty('value', 'Новые ставки')
  })

  it('keeps the text typed during the undo period', async () => {
    recipients = 40
    vi.useFakeTimers({ toFake: ['Date'] })
    openPage()
    const form = await typeMessage()
    await screen.findByText('После отправки 30 секунд на отмену')
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    await screen.findByText('Уйдёт через 30 с')
    await user.type(form.getByLabelText('Заголовок'), ' и сборы')
    vi.setSystemTime(Date.now() + 31_000)
    expect(await screen.findByText(/^Рассылка поставлена в очередь/)).toBeTruthy()
    vi.useRealTimers()
    expect(form.getByLabelText('Заголовок')).toHaveProperty('value', 'Новые ставки и сборы')
    expect(form.getByLabelText('Сообщение')).toHaveProperty('value', 'С первого января.')
  })

  it('asks before the text of an undone campaign is left', async () => {
    recipients = 40
    openPage()
    const form = await typeMessage()
    await screen.findByText('После отправки 30 секунд на отмену')
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    await waitFor(() => expect(hasUnsentInput()).toBe(false))
    await user.click(await screen.findByRole('button', { name: 'Отменить отправку' }))
    await screen.findByText('Отправка отменена. Текст остался в форме.')
    await waitFor(() => expect(hasUnsentInput()).toBe(true))
  })

  it('keeps text, recipients, channels and key through a crash of the tab', async () => {
    const first = openPage()
    const form = await typeMessage()
    await user.selectOptions(form.getByLabelText('Получатели'), 'Есть заказ')
    await user.click(form.getByLabelText('Почта'))
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    await waitFor(() => expect(sentCampaigns).toHaveLength(1))
    // The next message goes to the same people, whom the form still shows.
    await typeMessage()
    network.use(http.post(`${adminApi}/send`, () => HttpResponse.error(), { once: true }))
    await user.click(form.getByLabelText('Почта'))
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    await screen.findByText(/Не удалось/)
    first.unmount()

    openPage()
    expect(await screen.findByText(/^Восстановлена рассылка/)).toBeTruthy()
    const restored = within(screen.getByRole('form', { name: 'Новая рассылка' }))
    expect(restored.getByLabelText('Сообщение')).toHaveProperty('value', 'С первого января.')
    await user.click(restored.getByRole('button', { name: 'Отправить' }))
    await waitFor(() => expect(sentCampaigns).toHaveLength(2))
    expect(sentCampaigns[1]).toMatchObject({
      audience: { segment: 'buyers' },
      title: 'Новые ставки',
      channels: ['in_app', 'email'],
    })
    expect(sentCampaigns[1]?.idempotency_key).not.toBe(sentCampaigns[0]?.idempotency_key)
    expect(screen.queryByText(/^Восстановлена рассылка/)).toBeNull()
  })

  it('uses the same key for a second press in the undo period, and a new key after undo', async () => {
    recipients = 40
    openPage()
    const form = await typeMessage()
    await screen.findByText('После отправки 30 секунд на отмену')
    const press = () => user.click(form.getByRole('button', { name: 'Отправить' }))
    await press()
    await screen.findByText(/Уйдёт через \d+ с/)
    await press()
    await waitFor(() => expect(sentCampaigns).toHaveLength(2))
    await user.click(await screen.findByRole('button', { name: 'Отменить отправку' }))
    await screen.findByText('Отправка отменена. Текст остался в форме.')
    await press()
    await waitFor(() => expect(sentCampaigns).toHaveLength(3))
    const keys = sentCampaigns.map((message) => message.idempotency_key)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('confirms before sending to a very large audience', async () => {
    recipients = 1204
    openPage()
    const form = await typeMessage()
    await screen.findByText('После отправки 30 секунд на отмену')
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    const question = await screen.findByRole('alertdialog')
    expect(sentCampaigns).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Отправить' }))
    await waitFor(() => expect(sentCampaigns).toHaveLength(1))
  })

  it('names missing fields, and keeps the text when the server refuses', async () => {
    openPage()
    const form = within(await screen.findByRole('form', { name: 'Новая рассылка' }))
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    expect(form.getAllByText('Напишите заголовок').length).toBeGreaterThan(0)
    network.use(
      http.post(`${adminApi}/send`, () =>
        HttpResponse.json({ message: 'Слишком часто', code: 'rate_limited' }, { status: 429 }),
      ),
    )
    await typeMessage()
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    expect(await screen.findByText('Слишком часто')).toBeTruthy()
    expect(form.getByLabelText('Сообщение')).toHaveProperty('value', 'С первого января.')
  })

  it('shows the refusal of a wrong variable beside its field, for a test message too', async () => {
    const message = 'Неизвестная переменная {firstname}. Доступны: {first_name}, {last_name}'
    const refuse = () =>
      HttpResponse.json(
        { code: 'validation_error', errors: [{ field: 'title', message }] },
        { status: 422 },
      )
    network.use(http.post(`${adminApi}/send`, refuse), http.post(`${adminApi}/test`, refuse))
    openPage()
    const form = await typeMessage()
    for (const button of ['Проверить на себе', 'Отправить']) {
      await user.type(form.getByLabelText('Заголовок'), '!')
      expect(form.getByLabelText('Заголовок').getAttribute('aria-invalid')).not.toBe('true')
      await user.click(form.getByRole('button', { name: button }))
      await waitFor(() =>
        expect(form.getByLabelText('Заголовок').getAttribute('aria-invalid')).toBe('true'),
      )
      expect(form.getAllByText(message).length).toBeGreaterThan(0)
    }
  })

  it('shows the preview with a sample name', async () => {
    openPage()
    const form = within(await screen.findByRole('form', { name: 'Новая рассылка' }))
    await user.type(form.getByLabelText('Сообщение'), '{{first_name} {{last_name}, здравствуйте')
    const preview = within(screen.getByRole('region', { name: 'Как увидит получатель' }))
    expect(preview.getByText(/Анна.Орлова, здравствуйте/)).toBeTruthy()
  })
})

describe('the state of the service', () => {
  it('shows the number of open connections', async () => {
    openPage()
    expect(await screen.findByText('Открытых соединений: 143')).toBeTruthy()
  })
})

describe('templates', () => {
  it("show another administrator's text after a conflict, which can be overwritten", async () => {
    const wording = { key: 'k', type: 'system', variables: [], is_changed: true }
    let now = { ...wording, title: 'Был', message: 'Старый', version: 1 }
    const put: unknown[] = []
    network.use(
      http.get(`${adminApi}/templates`, () => HttpResponse.json({ items: [now] })),
      http.put(`${adminApi}/templates/k`, async ({ request }) => {
        const body = (await request.json()) as { version: number }
        put.push(body)
        if (body.version === 2) return HttpResponse.json({ item: now })
        now = { ...now, title: 'Чужой', version: 2 }
        return HttpResponse.json({ code: 'stale_version', message: '' }, { status: 409 })
      }),
    )
    openPage()
    await user.click(await screen.findByRole('button', { name: 'Изменить текст «Был»' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Текст события' }))
    await user.clear(dialog.getByLabelText('Заголовок'))
    await user.type(dialog.getByLabelText('Заголовок'), 'Мой')
    await user.click(dialog.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('«Чужой»'))
    expect(dialog.getByLabelText('Заголовок')).toHaveProperty('value', 'Мой')
    await user.click(dialog.getByRole('button', { name: 'Записать мой поверх' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(put).toEqual([
      { title: 'Мой', message: 'Старый', version: 1 },
      { title: 'Мой', message: 'Старый', version: 2 },
    ])
  })
})

describe('a draft', () => {
  const completeDraft = { ...emptyDraft, title: 'Т', message: 'С' }
  const now = new Date('2026-11-20T07:00:00Z')

  it('names its audience in the format of the service', () => {
    expect(toAudience(emptyDraft)).toEqual({ all: true })
    expect(toAudience({ ...emptyDraft, audience: 'role:user' })).toEqual({ role: 'user' })
    expect(toAudience({ ...emptyDraft, audience: 'segment:push' })).toEqual({ segment: 'push' })
    expect(toAudience({ ...emptyDraft, audience: 'people' })).toBeNull()
    const people = [{ id: 'a', name: 'Анна' }]
    expect(toAudience({ ...emptyDraft, audience: 'people', people })).toEqual({ user_ids: ['a'] })
  })

  it('reads the chosen time as Moscow time', () => {
    expect(parseMoscowTime('2026-11-21T10:00')?.toISOString()).toBe('2026-11-21T07:00:00.000Z')
    expect(parseMoscowTime('')).toBeNull()
  })

  it('is sent at the selected time, or at once, or to a large audience after 30 seconds', () => {
    expect(computeSendingTime(completeDraft, 9, now)).toBeNull()
    expect(computeSendingTime(completeDraft, 10, now)?.toISOString()).toBe(
      '2026-11-20T07:00:30.000Z',
    )
    const later = { ...completeDraft, isLater: true, sendAt: '2026-11-21T10:00' }
    expect(computeSendingTime(later, 1000, now)?.toISOString()).toBe('2026-11-21T07:00:00.000Z')
  })

  it.each([
    [{ title: ' ' }, 'title'],
    [{ message: 'x'.repeat(2001) }, 'message'],
    [{ channels: [] }, 'channels'],
    [{ audience: 'people' }, 'people'],
    [{ isLater: true, sendAt: '2026-11-20T09:59' }, 'sendAt'],
    [{ link: 'https://example.com' }, 'link'],
    [{ link: '//example.com' }, 'link'],
  ])('with %j has a problem in the field %s', (wrong, field) => {
    expect(Object.keys(validateDraft({ ...completeDraft, ...wrong }, now))).toEqual([field])
  })
})
