import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { normalizeSpaces } from '../../../tests/normalizeSpaces.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import type { IncidentRead, ServiceRead, ServicesRead } from '../../api/wire/status.ts'
import { buildCalendarFile } from './calendarFile.ts'
import {
  createDayMarks,
  createMeasuredRows,
  findIncidentsOfDay,
  findWorstState,
  formatUptime,
  listDaysWithOutages,
  summarizeDays,
} from './componentRows.ts'
import { formatDuration } from './duration.ts'
import { StatusPage } from './StatusPage.tsx'

const now = new Date().toISOString()
const makeService = (more: Partial<ServiceRead>): ServiceRead => ({
  id: 'website',
  name: 'Сайт',
  status: 'operational',
  uptime: 99.996,
  description: 'Главная страница открывается',
  latency_ms: 30,
  checked_at: now,
  history: [
    { date: '2026-11-17', status: 'unknown', uptime: null },
    { date: '2026-11-18', status: 'operational', uptime: 100 },
    { date: '2026-11-19', status: 'down', uptime: 80 },
    { date: '2026-11-20', status: 'operational', uptime: 100 },
  ],
  ...more,
})

beforeEach(() => {
  const hours = [0, 1, 2, 7]
  const points = [10, 40, 20, 20].map((ms, index) => ({
    at: `2026-11-20T0${hours[index]}:00:00Z`,
    ms,
    p50: ms,
    p95: ms * 3,
  }))
  const data = [
    { id: 'website', name: 'Сайт', points },
    { id: 'api', name: 'API-сервер', points: [] },
  ]
  network.use(
    http.get('*/api/status/latency', ({ request }) => {
      const period = new URL(request.url).searchParams.get('period')
      return HttpResponse.json({ success: true, data, period, stepSeconds: 3600 })
    }),
    http.get('*/notifications/telegram/bot', () =>
      HttpResponse.json({ success: true, bot_name: null, status_url: null }),
    ),
  )
})

function serveStatus(services: ServiceRead[], more: Partial<ServicesRead> = {}) {
  network.use(
    http.get('*/api/status/services', () =>
      HttpResponse.json({
        success: true,
        data: services,
        generatedAt: now,
        uptimeRule: 'Правило',
        isSnapshot: false,
        ...more,
      }),
    ),
    http.get('*/api/status/incidents', () =>
      HttpResponse.json({
        success: true,
        data: [
          {
            id: '1',
            title: 'Письма задерживаются',
            severity: 'minor',
            status: 'monitoring',
            description: '',
            affectedServices: ['email'],
            createdAt: now,
            resolvedAt: null,
            isAutomatic: true,
            version: 1,
            updates: [
              { timestamp: '2026-11-20T10:00:00Z', status: 'investigating', message: 'Ищем' },
              { timestamp: '2026-11-20T10:30:00Z', status: 'monitoring', message: 'Следим' },
            ],
          },
        ],
      }),
    ),
    http.get('*/api/status/maintenance', () => HttpResponse.json({ success: true, data: [] })),
  )
}

describe('the status page', () => {
  it('shows each service with its bar, and the newest update of an incident first', async () => {
    serveStatus([
      makeService({}),
      makeService({ id: 'email', name: 'Почтовая служба', status: 'degraded' }),
    ])
    renderRoute(<StatusPage />)
    expect(await screen.findByText('Часть сервисов работает с перебоями')).toBeTruthy()
    expect(
      screen.getByRole('img', { name: /^Сайт, девяносто дней: доступность 99,99/ }),
    ).toBeTruthy()
    expect(screen.getByText(/^Обновлено/)).toBeTruthy()
    expect(screen.getByText('Правило')).toBeTruthy()
    const row = screen.getByRole('heading', { name: 'Сайт' }).closest('li')
    expect(normalizeSpaces(row?.textContent)).toContain('данные за 3 из 4 дней')
    const incident = screen.getByRole('heading', { name: 'Письма задерживаются' }).closest('li')
    const updates = within(incident as HTMLElement).getAllByRole('listitem')
    expect(updates.map((update) => update.textContent)[0]).toContain('Следим')
    expect(screen.getByText('Работ не запланировано')).toBeTruthy()
  })

  it('draws the measured response times, with a table of the same numbers', async () => {
    serveStatus([makeService({})])
    renderRoute(<StatusPage />)
    expect(
      await screen.findByRole('img', { name: /^Сайт: время ответа за.сутки, сейчас 20.мс$/ }),
    ).toBeTruthy()
    expect(screen.getByText(/^Ответов за.это время почти не.было/)).toBeTruthy()
    expect(screen.getByRole('row', { name: /40.мс 120.мс/, hidden: true })).toBeTruthy()
  })

  it('draws the response times of 7 and 90 days with gaps', async () => {
    serveStatus([makeService({})])
    renderRoute(<StatusPage />)
    await userEvent.click(await screen.findByRole('radio', { name: /^7.дней/ }))
    const chart = await screen.findByRole('img', { name: /^Сайт: время ответа за.7 дней/ })
    // The gap between 02:00 and 07:00 splits both lines: the median and the 95th percentile.
    expect(chart.querySelectorAll('polyline')).toHaveLength(4)
    await userEvent.click(screen.getByRole('radio', { name: /^90.дней/ }))
    expect(await screen.findByRole('img', { name: /^Сайт: время ответа за.90 дней/ })).toBeTruthy()
  })

  it('shows the rest of the page if the response times are unavailable', async () => {
    serveStatus([makeService({})])
    network.use(http.get('*/api/status/latency', () => HttpResponse.error()))
    renderRoute(<StatusPage />)
    expect(await screen.findByText(/^Время ответа сейчас недоступно/)).toBeTruthy()
    expect(await screen.findByText('Все сервисы работают')).toBeTruthy()
  })

  it('shows no uptime before a whole day has been measured', async () => {
    const history = [
      { date: '2026-11-18', status: 'unknown', uptime: null },
      { date: '2026-11-19', status: 'down', uptime: 17.72 },
      { date: '2026-11-20', status: 'operational', uptime: 100 },
    ]
    serveStatus([makeService({ uptime: 17.72, history })])
    renderRoute(<StatusPage />)
    await screen.findByText('Все сервисы работают')
    const row = screen.getByRole('heading', { name: 'Сайт' }).closest('li')
    expect(row?.querySelector('.status-uptime')?.textContent).toMatch(/^собираем.данные/)
    expect(row?.querySelector('.status-uptime')?.textContent).not.toContain('17,72')
  })

  it('shows the six usual services with a banner if the data fail to load, and recovers on retry', async () => {
    serveStatus([makeService({})])
    network.use(http.get('*/api/status/services', () => HttpResponse.error()))
    renderRoute(<StatusPage />)
    const banner = await screen.findByText('Не удалось получить данные. Показаны типовые значения.')
    expect(banner).toBeTruthy()
    for (const [name, uptime] of [
      ['Сайт', '99,90'],
      ['API-сервер', '99,80'],
      ['База данных', '100,00'],
      ['Авторизация', '99,90'],
      ['Файловое хранилище', '99,70'],
      ['Почтовая служба', '99,50'],
    ] as const) {
      const row = screen.getByRole('heading', { name }).closest('li')
      expect(row?.textContent).toContain(uptime)
      expect(row?.textContent).toContain('Работает')
    }
    expect(screen.getByText('Список инцидентов сейчас недоступен.')).toBeTruthy()
    expect(screen.getByText('Список работ сейчас недоступен.')).toBeTruthy()
    serveStatus([makeService({})])
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(screen.queryByText(/Показаны типовые/)).toBeNull())
    expect(screen.getByRole('heading', { name: 'Письма задерживаются' })).toBeTruthy()
    expect(screen.getByText('Работ не запланировано')).toBeTruthy()
    expect(screen.queryByText(/сейчас недоступен/)).toBeNull()
  })
})

describe('the subscriptions to the status', () => {
  it('require an email and say what to do next', async () => {
    serveStatus([makeService({})])
    network.use(
      http.post('*/api/status/subscriptions', async ({ request }) => {
        const body = (await request.json()) as { email: string; consent: boolean }
        return HttpResponse.json({ success: true, message: `Проверьте почту ${body.email}` })
      }),
    )
    renderRoute(<StatusPage />)
    const form = await screen.findByRole('form', { name: 'Подписка на статус' })
    await userEvent.click(within(form).getByRole('button', { name: 'Подписаться' }))
    const field = within(form).getByRole('textbox')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await userEvent.type(field, 'anna@example.com')
    await userEvent.click(within(form).getByRole('button', { name: 'Подписаться' }))
    expect(await screen.findByText('Проверьте почту anna@example.com')).toBeTruthy()
  })

  it('can be limited to chosen components', async () => {
    serveStatus([makeService({})])
    const sent: unknown[] = []
    network.use(
      http.post('*/api/status/subscriptions', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ success: true, message: 'Проверьте почту' })
      }),
    )
    renderRoute(<StatusPage />)
    const form = within(await screen.findByRole('form', { name: 'Подписка на статус' }))
    expect(form.queryByRole('checkbox')).toBeNull()
    await userEvent.click(form.getByRole('radio', { name: /выбранных/ }))
    await userEvent.click(form.getByRole('checkbox', { name: 'Авторизация' }))
    await userEvent.type(form.getByRole('textbox'), 'anna@example.com')
    await userEvent.click(form.getByRole('button', { name: 'Подписаться' }))
    expect(await form.findByText('Проверьте почту')).toBeTruthy()
    expect(sent).toEqual([{ email: 'anna@example.com', components: ['auth'], consent: true }])
  })

  it('include a link to the Telegram bot with the chosen components, if the site has a bot', async () => {
    serveStatus([makeService({})])
    const status_url = 'https://t.me/meridian_bot?start=status'
    network.use(
      http.get('*/notifications/telegram/bot', () =>
        HttpResponse.json({ success: true, bot_name: 'meridian_bot', status_url }),
      ),
    )
    renderRoute(<StatusPage />)
    const form = within(await screen.findByRole('form', { name: 'Подписка на статус' }))
    const link = await form.findByRole('link', { name: /Подписаться\sв\sTelegram/ })
    expect(link.getAttribute('href')).toBe(status_url)
    await userEvent.click(form.getByRole('radio', { name: /выбранных/ }))
    await userEvent.click(form.getByRole('checkbox', { name: 'Авторизация' }))
    await userEvent.click(form.getByRole('checkbox', { name: 'Сайт' }))
    expect(link.getAttribute('href')).toBe(`${status_url}-auth-website`)
  })

  it('report a failed service without marking the email as wrong', async () => {
    serveStatus([makeService({})])
    network.use(http.post('*/api/status/subscriptions', () => HttpResponse.error()))
    renderRoute(<StatusPage />)
    const form = within(await screen.findByRole('form', { name: 'Подписка на статус' }))
    await userEvent.type(form.getByRole('textbox'), 'anna@example.com')
    await userEvent.click(form.getByRole('button', { name: 'Подписаться' }))
    expect((await form.findByRole('alert')).textContent).toContain('Нет связи с')
    expect(form.getByRole('textbox').getAttribute('aria-invalid')).toBeNull()
    expect(form.getByRole('textbox')).toHaveProperty('value', 'anna@example.com')
  })
})

it('a postmortem is shown with its incident', async () => {
  serveStatus([makeService({})])
  network.use(
    http.get('*/api/status/incidents', () =>
      HttpResponse.json({
        data: [
          {
            id: '7',
            title: 'Не приходили письма',
            severity: 'major',
            status: 'resolved',
            affectedServices: ['email'],
            createdAt: now,
            resolvedAt: now,
            updates: [],
            postmortem: 'Закончилось место.\n\nДобавили предупреждение.',
          },
        ],
      }),
    ),
  )
  renderRoute(<StatusPage />)
  expect(await screen.findByText(/^Разбор: что/)).toBeTruthy()
  expect(screen.getByText('Закончилось место.')).toBeTruthy()
  expect(screen.getByText('Добавили предупреждение.')).toBeTruthy()
})

describe('the section for other sites and programs', () => {
  it('has the badge of the chosen component, its code to copy, and the addresses of the data', async () => {
    serveStatus([makeService({})])
    renderRoute(<StatusPage />)
    const part = within(await screen.findByRole('region', { name: /^Для.сайтов и.программ$/ }))
    const badge = (name: string) => part.getByRole('img', { name }).getAttribute('src')
    expect(badge('Значок: Все сервисы вместе')).toBe('/api/status/badge/all.svg')
    await userEvent.selectOptions(part.getByLabelText('Что показывает значок'), 'Почтовая служба')
    expect(badge('Значок: Почтовая служба')).toBe('/api/status/badge/email.svg')
    const code = (label: RegExp) => (part.getByLabelText(label) as HTMLInputElement).value
    expect(code(/^Код для.Markdown$/)).toMatch(
      /^\[!\[Меридиан Авто, Почтовая служба\]\(\S+\/api\/status\/badge\/email\.svg\)\]\(\S+\/status\)$/,
    )
    expect(code(/^Код для.HTML$/)).toContain('alt="Меридиан Авто, Почтовая служба"')
    expect(part.getByRole('link', { name: '/api/status/summary', hidden: true })).toBeTruthy()
  })
})

describe('the last snapshot', () => {
  it('is announced with its age', async () => {
    const taken = new Date(Date.now() - 7 * 60_000).toISOString()
    serveStatus([makeService({ checked_at: taken })], { isSnapshot: true, generatedAt: taken })
    renderRoute(<StatusPage />)
    const banner = await screen.findByText(/^Сама служба статуса не отвечает/)
    await waitFor(() => expect(normalizeSpaces(banner.textContent)).toContain('7 минут назад'))
    expect(screen.getByText('Нет свежих данных')).toBeTruthy()
  })
})

describe('a day with an outage', () => {
  it('has only the incidents of its service', async () => {
    const createdAt = '2026-11-19T10:00:00Z'
    const incident = { id: 'a', createdAt, resolvedAt: createdAt, affectedServices: ['website'] }
    const other = { ...incident, affectedServices: ['email'] }
    const found = findIncidentsOfDay('2026-11-19', 'website', [incident, other] as IncidentRead[])
    expect(found).toEqual([incident])
    expect(findIncidentsOfDay('2026-11-20', 'website', found)).toEqual([])
    expect(listDaysWithOutages(makeService({}).history)).toEqual([
      { date: '2026-11-19', mark: 'down', uptime: 80 },
    ])
  })
})

describe('measured data', () => {
  it('is unknown if the last check is old', () => {
    const old = makeService({ checked_at: '2026-11-20T10:00:00Z' })
    const rows = createMeasuredRows([old], Date.parse('2026-11-20T10:04:00Z'))
    expect(rows[0]?.state).toBe('unknown')
    expect(findWorstState(rows)).toBe('unknown')
  })
  it('rounds the uptime down', () => {
    expect(normalizeSpaces(formatUptime(99.996))).toBe('99,99 %')
    // 81.85 * 100 is 8184.999... in floating-point numbers.
    expect(normalizeSpaces(formatUptime(81.85))).toBe('81,85 %')
    expect(formatUptime(null)).toBe('—')
  })
  it('describes the bar of days in words', () => {
    const days = createDayMarks(makeService({}).history)
    expect(days.map(({ state }) => state)).toEqual(['none', 'ok', 'down', 'ok'])
    expect(normalizeSpaces(summarizeDays(days))).toBe(
      'без сбоев — 2, не работало — 1, нет данных — 1',
    )
  })
})

it('a duration is shown in whole minutes, hours or days, at least one minute', () => {
  const from = '2026-11-20T10:00:00Z'
  const formatMinutes = (minutes: number) =>
    normalizeSpaces(formatDuration(from, Date.parse(from) + minutes * 60_000))
  expect([0, 52, 125, 3000].map(formatMinutes)).toEqual([
    '1 минуту',
    '52 минуты',
    '2 часа',
    '2 дня',
  ])
})

it('the calendar file of maintenance has UTC times and escaped texts', () => {
  const file = decodeURIComponent(
    buildCalendarFile({
      id: '1',
      title: 'Обновление; базы',
      description: 'Кабинет, чтение',
      status: 'scheduled',
      affectedServices: [],
      scheduledStart: '2026-11-28T23:00:00Z',
      scheduledEnd: '2026-11-28T23:40:00Z',
      version: 1,
    }),
  )
  expect(file).toContain('DTSTART:20261128T230000Z')
  expect(file).toContain('SUMMARY:Обновление\\; базы')
})
