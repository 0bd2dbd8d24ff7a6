import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { hasDraft } from '../../app/drafts.ts'
import type { CampaignRead, CampaignSend } from '../../app/wire/notifications.ts'
import { CampaignsPage } from './CampaignsPage.tsx'
import { toAudience, scheduledTime, emptyDraft, parseMoscowTime, validateDraft } from './draft.ts'

// Typing letter by letter with a pause between would take most of a test's time.
const user = userEvent.setup({ delay: null })
const desk = '*/api/notifications/admin'

function campaignOf(given: Partial<CampaignRead>): CampaignRead {
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

let sent: CampaignSend[]
let cancelled: string[]
let recipients: number
let held: CampaignRead[]

beforeEach(() => {
  sent = []
  cancelled = []
  recipients = 3
  held = []
  network.use(
    http.get(`${desk}/segments`, () =>
      HttpResponse.json({ items: [{ key: 'buyers', title: 'Есть заказ', recipients: 2 }] }),
    ),
    http.post(`${desk}/audience`, () =>
      HttpResponse.json({
        recipients,
        channels: { in_app: recipients, email: 2, push: 0 },
        sample: ['Анна Орлова'],
      }),
    ),
    http.get(`${desk}/campaigns`, () => HttpResponse.json({ campaigns: held, total: held.length })),
    http.get(`${desk}/stats`, () =>
      HttpResponse.json({
        live_connections: 143,
        people_online: 120,
        replicas: 2,
        sent_per_hour: 77,
        backlog: 0,
        campaigns_in_progress: 0,
        channels: {},
      }),
    ),
    http.get(`${desk}/templates`, () => HttpResponse.json({ items: [] })),
    http.post(`${desk}/send`, async ({ request }) => {
      const asked = (await request.json()) as CampaignSend
      sent.push(asked)
      const campaign = campaignOf({
        title: asked.title,
        status: 'scheduled',
        scheduled_at: asked.scheduled_at ?? new Date().toISOString(),
      })
      return HttpResponse.json({ success: true, campaign }, { status: 202 })
    }),
    http.delete(`${desk}/campaigns/:id`, ({ params }) => {
      cancelled.push(String(params.id))
      return HttpResponse.json({ success: true, campaign: campaignOf({ status: 'cancelled' }) })
    }),
  )
})

const show = () =>
  renderRoute(<CampaignsPage />, { path: '/admin/notifications', at: '/admin/notifications' })

async function write() {
  const form = within(await screen.findByRole('form', { name: 'Новая рассылка' }))
  await user.type(form.getByLabelText('Заголовок'), 'Новые ставки')
  await user.type(form.getByLabelText('Сообщение'), 'С первого января.')
  return form
}

describe('composing', { timeout: 20_000 }, () => {
  it('shows what the reader will see and how many he is', async () => {
    show()
    await write()
    const preview = within(screen.getByRole('region', { name: 'Как увидит получатель' }))
    expect(preview.getByText('Новые ставки')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Тип'), 'Безопасность')
    expect(preview.getByText('Check')).toBeTruthy()
    expect(await screen.findByText(/3\s человека|3\s?человека/)).toBeTruthy()
  })

  it('sends to a few at once, with a key, and clears the form', async () => {
    show()
    const form = await write()
    await screen.findByText(/человека/)
    await user.selectOptions(form.getByLabelText('Получатели'), 'Есть заказ')
    await user.click(form.getByLabelText('Почта'))
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    expect(await screen.findByText('Рассылка отправлена')).toBeTruthy()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      audience: { segment: 'buyers' },
      type: 'system',
      title: 'Новые ставки',
      message: 'С первого января.',
      channels: ['in_app', 'email'],
    })
    expect(sent[0]?.scheduled_at).toBeUndefined()
    expect(sent[0]?.idempotency_key).toMatch(/^[\da-f-]{36}$/)
    expect(form.getByLabelText('Заголовок')).toHaveProperty('value', '')
    expect(hasDraft()).toBe(false)
  })

  it('gives half a minute to take back what goes to many', async () => {
    recipients = 40
    show()
    const form = await write()
    await screen.findByText('После отправки 30 секунд на отмену')
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    expect(await screen.findByText(/^Уйдёт через (30|29) с$/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Отменить отправку' }))
    expect(await screen.findByText('Отправка отменена. Текст остался в форме.')).toBeTruthy()
    expect(cancelled).toEqual(['c1'])
    expect(form.getByLabelText('Заголовок')).toHaveProperty('value', 'Новые ставки')
  })

  it('keeps what was typed for the next message while the last one waited', async () => {
    recipients = 40
    vi.useFakeTimers({ toFake: ['Date'] })
    show()
    const form = await write()
    await screen.findByText('После отправки 30 секунд на отмену')
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    await screen.findByText('Уйдёт через 30 с')
    await user.type(form.getByLabelText('Заголовок'), ' и сборы')
    vi.setSystemTime(Date.now() + 31_000)
    expect(await screen.findByText('Рассылка отправлена')).toBeTruthy()
    vi.useRealTimers()
    expect(form.getByLabelText('Заголовок')).toHaveProperty('value', 'Новые ставки и сборы')
    expect(form.getByLabelText('Сообщение')).toHaveProperty('value', 'С первого января.')
  })

  it('is the same message when it is pressed again within its half minute, and another once taken back', async () => {
    recipients = 40
    show()
    const form = await write()
    await screen.findByText('После отправки 30 секунд на отмену')
    const press = () => user.click(form.getByRole('button', { name: 'Отправить' }))
    await press()
    await screen.findByText('Уйдёт через 30 с')
    await press()
    await waitFor(() => expect(sent).toHaveLength(2))
    await user.click(await screen.findByRole('button', { name: 'Отменить отправку' }))
    await screen.findByText('Отправка отменена. Текст остался в форме.')
    await press()
    await waitFor(() => expect(sent).toHaveLength(3))
    const keys = sent.map((message) => message.idempotency_key)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('asks again before it tells very many', async () => {
    recipients = 1204
    show()
    const form = await write()
    await screen.findByText('После отправки 30 секунд на отмену')
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    const question = await screen.findByRole('alertdialog')
    expect(sent).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Отправить' }))
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('says what is missing, and keeps the text when the server refuses', async () => {
    show()
    const form = within(await screen.findByRole('form', { name: 'Новая рассылка' }))
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    expect(form.getAllByText('Напишите заголовок').length).toBeGreaterThan(0)
    network.use(
      http.post(`${desk}/send`, () =>
        HttpResponse.json({ message: 'Слишком часто', code: 'rate_limited' }, { status: 429 }),
      ),
    )
    await write()
    await user.click(form.getByRole('button', { name: 'Отправить' }))
    expect(await screen.findByText('Слишком часто')).toBeTruthy()
    expect(form.getByLabelText('Сообщение')).toHaveProperty('value', 'С первого января.')
  })
})

describe('the campaigns', { timeout: 20_000 }, () => {
  it('stand with their figures, and an open one can be cancelled', async () => {
    held = [campaignOf({}), campaignOf({ id: 'c2', title: 'Зимние шины', status: 'scheduled' })]
    show()
    const table = within(await screen.findByRole('table', { name: 'Рассылки' }))
    const row = within(table.getByRole('row', { name: /Плановые работы/ }))
    expect(row.getAllByRole('cell').map((cell) => cell.textContent?.replace(/\s/g, ''))).toEqual(
      expect.arrayContaining(['1204', '1198', '871', '6']),
    )
    await user.click(table.getByRole('button', { name: 'Отменить рассылку «Зимние шины»' }))
    await user.click(await screen.findByRole('button', { name: 'Отменить' }))
    await waitFor(() => expect(cancelled).toEqual(['c2']))
    network.use(http.delete(`${desk}/campaigns/:id`, () => HttpResponse.error()))
    await user.click(table.getByRole('button', { name: 'Отменить рассылку «Зимние шины»' }))
    await user.click(await screen.findByRole('button', { name: 'Отменить' }))
    expect(await screen.findByText(/^Не удалось отменить рассылку/)).toBeTruthy()
  })

  it('say how many connections are open', async () => {
    show()
    expect(await screen.findByText('Открытых соединений: 143')).toBeTruthy()
  })
})

describe('the lists of the desk', { timeout: 20_000 }, () => {
  it('keep what is searched and sorted in the address, and ask the service for it', async () => {
    held = [campaignOf({})]
    const asked: string[] = []
    network.use(
      http.get(`${desk}/campaigns`, ({ request }) => {
        asked.push(new URL(request.url).search)
        return HttpResponse.json({ campaigns: held, total: 1 })
      }),
    )
    renderRoute(<CampaignsPage />, { at: '/?status=sent&search=работы' })
    await user.click(await screen.findByRole('button', { name: 'Когда' }))
    await waitFor(() => expect(asked.at(-1)).toContain('sort=scheduled_at'))
    expect(new URLSearchParams(asked.at(-1)).get('search')).toBe('работы')
    expect(asked.at(-1)).toContain('status=sent')
  })

  it('show no rows of another filter, and say when its own cannot be had', async () => {
    held = [campaignOf({})]
    let answer = (_answer: Response) => {}
    const slow = new Promise<Response>((resolve) => {
      answer = resolve
    })
    network.use(
      http.get(`${desk}/campaigns`, ({ request }) =>
        new URL(request.url).searchParams.has('status') ? slow : undefined,
      ),
    )
    show()
    const row = () => screen.queryByRole('row', { name: /Плановые работы/ })
    await waitFor(() => expect(row()).toBeTruthy())
    await user.selectOptions(screen.getByLabelText('Состояние'), 'отменена')
    expect(row()).toBeNull()
    answer(HttpResponse.json({ code: 'unavailable' }, { status: 503 }))
    expect(await screen.findByText('Не удалось загрузить')).toBeTruthy()
  })

  it('tell who wrote a wording first, and take his or keep mine', async () => {
    const wording = { key: 'k', type: 'system', variables: [], is_changed: true }
    let now = { ...wording, title: 'Был', message: 'Старый', version: 1 }
    const put: unknown[] = []
    network.use(
      http.get(`${desk}/templates`, () => HttpResponse.json({ items: [now] })),
      http.put(`${desk}/templates/k`, async ({ request }) => {
        const body = (await request.json()) as { version: number }
        put.push(body)
        if (body.version === 2) return HttpResponse.json({ item: now })
        now = { ...now, title: 'Чужой', version: 2 }
        return HttpResponse.json({ code: 'stale_version', message: '' }, { status: 409 })
      }),
    )
    show()
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
  const whole = { ...emptyDraft, title: 'Т', message: 'С' }
  const now = new Date('2026-11-20T07:00:00Z')

  it('names its audience as the service does', () => {
    expect(toAudience(emptyDraft)).toEqual({ all: true })
    expect(toAudience({ ...emptyDraft, audience: 'role:user' })).toEqual({ role: 'user' })
    expect(toAudience({ ...emptyDraft, audience: 'segment:push' })).toEqual({ segment: 'push' })
    expect(toAudience({ ...emptyDraft, audience: 'people' })).toBeNull()
    const people = [{ id: 'a', name: 'Анна' }]
    expect(toAudience({ ...emptyDraft, audience: 'people', people })).toEqual({ user_ids: ['a'] })
  })

  it('reads the chosen time as that of Moscow', () => {
    expect(parseMoscowTime('2026-11-21T10:00')?.toISOString()).toBe('2026-11-21T07:00:00.000Z')
    expect(parseMoscowTime('')).toBeNull()
  })

  it('waits only where a mistake would reach many', () => {
    expect(scheduledTime(whole, 9, now)).toBeNull()
    expect(scheduledTime(whole, 10, now)?.toISOString()).toBe('2026-11-20T07:00:30.000Z')
    const later = { ...whole, isLater: true, when: '2026-11-21T10:00' }
    expect(scheduledTime(later, 1000, now)?.toISOString()).toBe('2026-11-21T07:00:00.000Z')
  })

  it.each([
    [{ title: ' ' }, 'title'],
    [{ message: 'x'.repeat(2001) }, 'message'],
    [{ channels: [] }, 'channels'],
    [{ audience: 'people' }, 'people'],
    [{ isLater: true, when: '2026-11-20T09:59' }, 'when'],
    [{ link: 'https://example.com' }, 'link'],
    [{ link: '//example.com' }, 'link'],
  ])('with %j is not ready', (wrong, field) => {
    expect(Object.keys(validateDraft({ ...whole, ...wrong }, now))).toEqual([field])
  })
})
