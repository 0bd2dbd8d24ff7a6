import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { readFailedCalls, recordFailedCall } from '../../api/failedCalls.ts'
import { clearLog, log } from '../../platform/clientLog.ts'
import { DebugPage } from './DebugPage.tsx'
import { maskSecret, readStorage } from './secrets.ts'

const user = userEvent.setup({ delay: null })
let sentLogs: unknown[]

beforeEach(() => {
  sentLogs = []
  network.use(
    http.get('*/api/version', () => HttpResponse.json({ version: 'test' })),
    http.get('*/api/health', () =>
      HttpResponse.json(
        { status: 'unavailable', services: { auth: 'ok', content: 'unreachable' } },
        { status: 503 },
      ),
    ),
    http.post('*/api/logs', async ({ request }) => {
      sentLogs.push(await request.json())
      return HttpResponse.json({ success: true, accepted: 1 }, { status: 202 })
    }),
  )
})
afterEach(clearLog)

const openPage = () => renderRoute(<DebugPage stream={<p>поток</p>} />)

describe('the diagnostics page', () => {
  it('compares versions and says which service does not answer', async () => {
    openPage()
    const part = within(await screen.findByRole('region', { name: 'Версии и службы' }))
    expect(await part.findByText('совпадают')).toBeTruthy()
    expect(part.getByText('Содержание').nextElementSibling?.textContent).toBe('нет ответа')
    expect(part.getByText('Авторизация').nextElementSibling?.textContent).toBe('работает')
  })

  it('shows and sends the log without secrets', async () => {
    log('warn', 'вход', 'Отказ для anna@example.com, token=abc123def')
    openPage()
    const lines = await screen.findByRole('list', { name: 'Строки журнала' })
    expect(lines.textContent).toContain('Отказ для •••@•••')
    expect(lines.textContent).not.toMatch(/anna|abc123/)
    await user.click(screen.getByRole('button', { name: 'Отправить в поддержку' }))
    expect(await screen.findByText('Отправлено')).toBeTruthy()
    expect(JSON.stringify(sentLogs)).not.toMatch(/anna|abc123/)
  })

  it('hides private values of the browser storage', async () => {
    localStorage.setItem('accessToken', 'v4.public.secret')
    localStorage.setItem('theme', 'dark')
    openPage()
    const table = await screen.findByRole('table', { name: 'Что хранит браузер' })
    expect(within(table).getByRole('row', { name: /accessToken скрыто 16/ })).toBeTruthy()
    expect(within(table).getByRole('row', { name: /theme dark 4/ })).toBeTruthy()
    expect(document.body.textContent).not.toContain('v4.public')
    await user.click(screen.getByRole('button', { name: 'Очистить настройки' }))
    expect(await screen.findByText('Очищено')).toBeTruthy()
    expect(localStorage.getItem('theme')).toBeNull()
    expect(localStorage.getItem('accessToken')).not.toBeNull()
  })

  it('lists failed requests without their query strings', () => {
    const problem = { status: 503, code: 'unavailable', message: 'Нет', requestId: 'r-12345678' }
    recordFailedCall('/notifications?search=тайна', 'GET', problem)
    expect(readFailedCalls()[0]).toMatchObject({ path: '/notifications', requestId: 'r-12345678' })
    openPage()
    expect(screen.getByText('r-12345678')).toBeTruthy()
    expect(document.body.textContent).not.toContain('тайна')
  })

  it('lists both of two failed requests with the same address and id', () => {
    const problem = { status: 503, code: 'unavailable', message: 'Нет', requestId: 'r-repeated' }
    recordFailedCall('/me/orders', 'GET', problem)
    recordFailedCall('/me/orders', 'GET', problem)
    openPage()
    expect(screen.getAllByText('r-repeated')).toHaveLength(2)
  })
})

describe('the masking of secrets', () => {
  it.each([
    ['Bearer v4.public.abc-_1.footer', /abc|footer/],
    ['звонил +7 916 123-45-67', /916/],
    ['{"password":"hunter2"}', /hunter2/],
    ['писал petr@example.com', /petr/],
  ])('hides the secret in: %s', (text, secret) => {
    expect(maskSecret(text)).not.toMatch(secret)
  })

  it('hides the values of keys that are not known to be harmless', () => {
    localStorage.setItem('something_new', 'x')
    expect(readStorage(localStorage)).toEqual([{ key: 'something_new', value: null, size: 1 }])
  })
})
