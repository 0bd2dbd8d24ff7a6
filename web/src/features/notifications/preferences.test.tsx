import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createGate } from '../../../tests/gate.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import type { PreferencesChange, PreferencesRead } from '../../api/wire/notifications.ts'
import { hasUnsentInput } from '../../platform/unsentInput.ts'
import { PreferencesForm } from './PreferencesForm.tsx'
import { PushSetting } from './PushSetting.tsx'

const user = userEvent.setup()
const allChannels = { in_app: true, email: true, push: true }
const defaultPreferences: PreferencesRead = {
  booking: allChannels,
  payment: allChannels,
  maintenance: allChannels,
  promotion: { in_app: true, email: false, push: false },
  system: allChannels,
  security: allChannels,
  quiet_hours: null,
}

/** Returns the preferences after a change, as the service does. */
function applyChange(before: PreferencesRead, change: PreferencesChange): PreferencesRead {
  const changed = Object.entries(change).map(([name, choice]) => {
    const given = before[name as keyof PreferencesRead]
    return [name, choice && given ? { ...given, ...choice } : choice]
  })
  return { ...before, ...Object.fromEntries(changed) }
}

/** Renders the form with a fake service that stores the changes. Returns the sent changes. */
function showForm() {
  const sent: PreferencesChange[] = []
  let preferences = defaultPreferences
  network.use(
    http.get('*/notifications/preferences', () =>
      HttpResponse.json({ success: true, preferences }),
    ),
    http.put('*/notifications/preferences', async ({ request }) => {
      const change = (await request.json()) as PreferencesChange
      sent.push(change)
      preferences = applyChange(preferences, change)
      return HttpResponse.json({ success: true, preferences })
    }),
  )
  renderRoute(<PreferencesForm />)
  return sent
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('notification preferences', () => {
  it('save the choice for a type and a channel', async () => {
    const sent = showForm()
    expect(
      await screen.findByText('Этапы заказа, брони автомобилей, встречи и осмотры'),
    ).toBeTruthy()
    await user.click(await screen.findByRole('checkbox', { name: 'Акция: Почта' }))
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    expect(await screen.findByText('Сохранено')).toBeTruthy()
    expect(hasUnsentInput()).toBe(false)
    // Untouched choices are not sent, so they stay defaults.
    expect(sent).toEqual([{ promotion: { email: true } }])
    await user.click(screen.getByRole('checkbox', { name: 'Акция: Почта' }))
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual({ promotion: { email: false } })
  })

  it('do not let the user turn off security notifications on the site', async () => {
    showForm()
    const box = await screen.findByRole('checkbox', { name: 'Безопасность: На сайте' })
    expect(box).toHaveProperty('disabled', true)
    expect(box).toHaveProperty('checked', true)
  })

  it('save quiet hours, and refuse equal times', async () => {
    const sent = showForm()
    await user.click(await screen.findByRole('switch', { name: 'Тихие часы' }))
    const to = screen.getByLabelText('До')
    await user.clear(to)
    await user.type(to, '22:00')
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    expect(screen.getByText('Начало и конец совпадают. Укажите разное время.')).toBeTruthy()
    expect(sent).toEqual([])
    await user.clear(to)
    await user.type(to, '07:30')
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.quiet_hours).toMatchObject({ from: '22:00', to: '07:30' })
  })

  it.each([
    ['Asia/Novosibirsk', 'Красноярск, Новосибирск, МСК+4'],
    ['Europe/Saratov', 'Самара, Саратов, МСК+1'],
    ['Asia/Chita', 'Якутск, Чита, МСК+6'],
    ['Asia/Omsk', 'Омск, МСК+3'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['America/New_York', 'America/New_York'],
  ])('suggest quiet hours in the time zone of %s', async (timeZone, chosen) => {
    vi.stubEnv('TZ', timeZone)
    showForm()
    await user.click(await screen.findByRole('switch', { name: 'Тихие часы' }))
    const zone = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Часовой пояс' })
    expect(zone.selectedOptions[0]?.textContent).toBe(chosen)
  })

  it('do not say "saved" after a change during the request', async () => {
    const sent = showForm()
    const { promise: held, resolve: answer } = createGate()
    network.use(
      http.put('*/notifications/preferences', async ({ request }) => {
        const change = (await request.json()) as PreferencesChange
        await held
        sent.push(change)
        return HttpResponse.json({
          success: true,
          preferences: applyChange(defaultPreferences, change),
        })
      }),
    )
    await user.click(await screen.findByRole('checkbox', { name: 'Акция: Почта' }))
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    await user.click(screen.getByRole('checkbox', { name: 'Акция: Push' }))
    answer()
    await screen.findByRole('button', { name: 'Сохранить' })
    expect(sent).toHaveLength(1)
    expect(screen.queryByText('Сохранено')).toBeNull()
    await waitFor(() => expect(hasUnsentInput()).toBe(true))
  })

  it('show a type that the response does not have as turned off', async () => {
    const { maintenance: _, ...preferences } = defaultPreferences
    showForm()
    network.use(http.get('*/notifications/preferences', () => HttpResponse.json({ preferences })))
    const box = await screen.findByRole('checkbox', { name: 'Обслуживание: Почта' })
    expect(box).toHaveProperty('checked', false)
  })

  it('keep the choice when saving fails', async () => {
    showForm()
    network.use(
      http.put('*/notifications/preferences', () =>
        HttpResponse.json({ message: 'Не вышло', code: 'unavailable' }, { status: 503 }),
      ),
    )
    const box = await screen.findByRole('checkbox', { name: 'Акция: Push' })
    await user.click(box)
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    expect(await screen.findByText('Не вышло')).toBeTruthy()
    expect(box).toHaveProperty('checked', true)
  })
})

describe('push in this browser', () => {
  const withoutSubscription: object = { getSubscription: async () => null }
  const stubPush = (permission: NotificationPermission, pushManager = withoutSubscription) => {
    const worker = { pushManager }
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', {
      permission,
      requestPermission: async () => {
        if (permission === 'granted') return 'granted'
        vi.stubGlobal('Notification', { permission: 'denied' })
        return 'denied'
      },
    })
    const getRegistration = async () => worker
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { getRegistration },
    })
  }
  afterEach(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })

  it('explains how to allow push again after the user refused, and does not ask again', async () => {
    network.use(
      http.get('*/notifications/push-key', () => HttpResponse.json({ public_key: 'key' })),
    )
    stubPush('default')
    renderRoute(<PushSetting />)
    await user.click(await screen.findByRole('button', { name: 'Включить push' }))
    expect(await screen.findByText(/^Браузер запретил уведомления/)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows an error and keeps the button when the server is unreachable', async () => {
    network.use(http.get('*/notifications/push-key', () => new HttpResponse(null, { status: 503 })))
    stubPush('default')
    renderRoute(<PushSetting />)
    await user.click(await screen.findByRole('button', { name: 'Включить push' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/^Не получилось\. Сервер ответил неожиданно/)
    expect(alert.textContent).not.toMatch(/подключение/)
    expect(screen.getByRole('button', { name: 'Включить push' })).toBeTruthy()
  })

  it('ends the subscription of the browser if the server refuses it', async () => {
    network.use(
      http.get('*/notifications/push-key', () => HttpResponse.json({ public_key: 'key' })),
      http.post(
        '*/notifications/push-subscriptions',
        () => new HttpResponse(null, { status: 503 }),
      ),
    )
    let current: object | null = null
    const subscription = {
      endpoint: 'https://push.example/1',
      toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        current = null
        return true
      },
    }
    stubPush('granted', {
      getSubscription: async () => current,
      subscribe: async () => {
        current = subscription
        return subscription
      },
    })
    renderRoute(<PushSetting />)
    await user.click(await screen.findByRole('button', { name: 'Включить push' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Не получилось/)
    expect(screen.getByRole('button', { name: 'Включить push' })).toBeTruthy()
    expect(current).toBeNull()
  })
})

describe('Telegram', () => {
  const unlinked = { success: true, is_available: true, bot_name: 'meridian_bot', account: null }
  const account = { name: 'Анна Орлова (@anna)', linked_at: '2026-11-26T09:00:00Z' }

  const withTelegram = { ...allChannels, telegram: true }

  function showWithBot() {
    const sent = showForm()
    network.use(
      http.get('*/notifications/preferences', () =>
        HttpResponse.json({
          success: true,
          preferences: { ...defaultPreferences, booking: withTelegram },
        }),
      ),
    )
    return sent
  }

  it('is absent if the company has no bot', async () => {
    showForm()
    await screen.findByRole('checkbox', { name: 'Акция: Почта' })
    expect(screen.queryByRole('region', { name: 'Telegram' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Акция: Telegram' })).toBeNull()
  })

  it('is a column of the table if the company has a bot', async () => {
    const sent = showWithBot()
    network.use(http.get('*/notifications/telegram', () => HttpResponse.json(unlinked)))
    await user.click(await screen.findByRole('checkbox', { name: 'Бронирование: Telegram' }))
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(sent[0]?.booking).toEqual({ telegram: false }))
  })

  const minute = 60_000
  const hour = 60 * minute

  /** A link that the server has just created, for 15 minutes by its own clock. */
  const makeLink = (now = Date.now()) => ({
    success: true,
    url: 'https://t.me/meridian_bot?start=abc',
    expires_at: new Date(now + 15 * minute).toISOString(),
    now: new Date(now).toISOString(),
  })

  it.each([
    { clockError: 'an hour fast', serverOffset: -hour },
    { clockError: 'an hour slow', serverOffset: hour },
  ])(
    "shows how long the link works by the server's clock, on a device whose clock is $clockError",
    async ({ serverOffset }) => {
      showWithBot()
      network.use(
        http.get('*/notifications/telegram', () => HttpResponse.json(unlinked)),
        http.post('*/notifications/telegram/link', () =>
          HttpResponse.json(makeLink(Date.now() + serverOffset), { status: 201 }),
        ),
      )
      await user.click(await screen.findByRole('button', { name: 'Подключить Telegram' }))
      expect((await screen.findByRole('timer')).textContent).toMatch(/^00:1[45]:/)
      const device = vi.spyOn(Date, 'now')
      try {
        device.mockReturnValue(Date.now() + 16 * minute)
        expect(await screen.findByText('Ссылка больше не действует. Создайте новую.')).toBeTruthy()
      } finally {
        device.mockRestore()
      }
      expect(screen.queryByRole('link', { name: 'Открыть Telegram' })).toBeNull()
      expect(screen.getByRole('button', { name: 'Подключить Telegram' })).toBeTruthy()
    },
  )

  it('is linked by a one-time link, and disconnected again', async () => {
    let linked: typeof account | null = null
    showWithBot()
    network.use(
      http.get('*/notifications/telegram', () =>
        HttpResponse.json({ ...unlinked, account: linked }),
      ),
      http.post('*/notifications/telegram/link', () =>
        HttpResponse.json(makeLink(), { status: 201 }),
      ),
      http.delete('*/notifications/telegram', () => {
        linked = null
        return HttpResponse.json({ success: true })
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Подключить Telegram' }))
    const link = await screen.findByRole('link', { name: 'Открыть Telegram' })
    expect(link.getAttribute('href')).toBe('https://t.me/meridian_bot?start=abc')
    expect(await screen.findByRole('img', { name: 'QR-код со ссылкой на бота' })).toBeTruthy()
    linked = account
    expect(await screen.findByText('Анна Орлова (@anna)')).toBeTruthy()
    const title = screen.getByRole('heading', { name: 'Telegram' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    await user.click(screen.getByRole('button', { name: 'Отключить' }))
    expect(await screen.findByRole('button', { name: 'Подключить Telegram' })).toBeTruthy()
    expect(await screen.findByText(/Telegram отключён/)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(title))
  })

  it('reports that its state or the link failed to load, and can be retried', async () => {
    showWithBot()
    network.use(http.get('*/notifications/telegram', () => HttpResponse.json({}, { status: 503 })))
    expect(await screen.findByText('Не удалось загрузить состояние Telegram')).toBeTruthy()
    expect(screen.getByText(/^Сервер ответил неожиданно/)).toBeTruthy()
    network.use(
      http.get('*/notifications/telegram', () => HttpResponse.json(unlinked)),
      http.post('*/notifications/telegram/link', () => HttpResponse.json({}, { status: 503 })),
    )
    await user.click(screen.getByRole('button', { name: /повторить/i }))
    await user.click(await screen.findByRole('button', { name: 'Подключить Telegram' }))
    expect(await screen.findByText(/^Не получилось\. Сервер ответил неожиданно/)).toBeTruthy()
    network.use(
      http.post('*/notifications/telegram/link', () =>
        HttpResponse.json(
          { code: 'rate_limited', message: 'Слишком много ссылок за час', status: 429 },
          { status: 429 },
        ),
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Подключить Telegram' }))
    expect(await screen.findByText('Слишком много ссылок за час')).toBeTruthy()
  })
})
