import { createHash, pbkdf2Sync } from 'node:crypto'
import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import AuthDialog from '../signIn/AuthDialog.tsx'
import { solvePuzzle } from './solvePuzzle.ts'

const parameters = {
  algorithm: 'PBKDF2/SHA-256',
  nonce: createHash('md5').update('nonce').digest('hex'),
  salt: createHash('md5').update('salt').digest('hex'),
  cost: 10,
  keyLength: 32,
  keyPrefix: '00',
}

const serveCheck = (answer: object) =>
  http.get('*/api/auth/turnstile-config', () =>
    HttpResponse.json({ success: true, enabled: true, siteKey: null, ...answer }),
  )

beforeEach(() =>
  network.use(
    http.get('*/api/auth/social/providers', () =>
      HttpResponse.json({ success: true, providers: [] }),
    ),
  ),
)

function fillForm() {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'anna@example.com' } })
  fireEvent.change(screen.getByLabelText('Пароль'), { target: { value: 'some password' } })
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Войти' }))

describe('the puzzle', () => {
  it('is solved by the counter whose derived key has the required prefix', async () => {
    const token = await solvePuzzle({ parameters, signature: 's' }, new AbortController().signal)
    const { challenge, solution } = JSON.parse(atob(token))
    expect(challenge).toEqual({ parameters, signature: 's' })
    const password = Buffer.alloc(20)
    Buffer.from(parameters.nonce, 'hex').copy(password)
    password.writeUInt32BE(solution.counter, 16)
    const salt = Buffer.from(parameters.salt, 'hex')
    const key = pbkdf2Sync(password, salt, parameters.cost, 32, 'sha256').toString('hex')
    expect(solution.derivedKey).toBe(key)
    expect(key.startsWith('00')).toBe(true)
  })

  it('stops when it is aborted', async () => {
    const controller = new AbortController()
    const unsolvable = { ...parameters, keyPrefix: 'none can begin so' }
    const solving = solvePuzzle({ parameters: unsolvable }, controller.signal)
    controller.abort()
    await expect(solving).rejects.toThrow()
  })
})

describe('a form with the self-hosted check', () => {
  it('is sent with a token that is valid for one request', async () => {
    const sent: (string | undefined)[] = []
    network.use(
      serveCheck({ provider: 'altcha', challengeUrl: '/api/auth/altcha-challenge' }),
      http.get('*/api/auth/altcha-challenge', () => HttpResponse.json({ parameters })),
      http.post('*/api/auth/login', async ({ request }) => {
        sent.push(((await request.json()) as { turnstileToken?: string }).turnstileToken)
        const wrong = { code: 'invalid_credentials', message: 'Неверный email или пароль' }
        return HttpResponse.json(wrong, { status: 401 })
      }),
    )
    renderRoute(<AuthDialog />)
    const tick = await screen.findByLabelText(/Я\sне\sробот/)
    fillForm()
    send()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Пожалуйста, пройдите проверку безопасности',
    )
    expect(sent).toEqual([])
    fireEvent.click(tick)
    await screen.findByText(/Проверка\sпройдена/)
    send()
    await screen.findByText('Неверный email или пароль')
    expect(sent[0]).toBeTruthy()
    const next = await screen.findByLabelText(/Я\sне\sробот/)
    expect((next as HTMLInputElement).checked).toBe(false)
  })

  it('keeps its token as long as the server says, on a device whose clock is an hour fast', async () => {
    const serverTime = Date.now() - 3_600_000
    const expiresAt = Math.round(serverTime / 1000) + 300
    network.use(
      serveCheck({ provider: 'altcha', challengeUrl: '/api/auth/altcha-challenge' }),
      http.get('*/api/auth/altcha-challenge', () =>
        HttpResponse.json(
          { parameters: { ...parameters, expiresAt } },
          { headers: { Date: new Date(serverTime).toUTCString() } },
        ),
      ),
    )
    const setTimeoutSpy = vi.spyOn(globalThis, 'setTimeout')
    renderRoute(<AuthDialog />)
    fireEvent.click(await screen.findByLabelText(/Я\sне\sробот/))
    await screen.findByText(/Проверка\sпройдена/)
    const waits = setTimeoutSpy.mock.calls
      .map(([, wait = 0]) => wait)
      .filter((wait) => wait > 200_000)
    expect(waits).toHaveLength(1)
    expect(waits[0]).toBeLessThanOrEqual(301_000)
    setTimeoutSpy.mockRestore()
  })

  it('reports a failed check and can start it again', async () => {
    network.use(
      serveCheck({ provider: 'altcha', challengeUrl: '/api/auth/altcha-challenge' }),
      http.get('*/api/auth/altcha-challenge', () => new HttpResponse(null, { status: 503 })),
    )
    renderRoute(<AuthDialog />)
    fireEvent.click(await screen.findByLabelText(/Я\sне\sробот/))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Ошибка проверки безопасности. Попробуйте еще раз.')
    fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a form with Turnstile', () => {
  it('renders the widget and reports its failure and its expiry', async () => {
    const render = vi.fn()
    vi.stubGlobal('turnstile', { render, remove: vi.fn() })
    // jsdom loads no scripts, so the test dispatches the load event.
    vi.spyOn(document.head, 'append').mockImplementation((script) =>
      queueMicrotask(() => (script as HTMLScriptElement).onload?.(new Event('load'))),
    )
    network.use(serveCheck({ provider: 'turnstile', siteKey: 'site-key' }))
    renderRoute(<AuthDialog />)
    await expect.poll(() => render.mock.calls.length).toBe(1)
    const options = render.mock.calls[0]?.[1]
    expect(options.sitekey).toBe('site-key')
    options.callback('token')
    options['expired-callback']()
    const expired = await screen.findByRole('alert')
    expect(expired.textContent).toContain('Время проверки истекло. Попробуйте еще раз.')
    options['error-callback']()
    await expect
      .poll(() => screen.getByRole('alert').textContent)
      .toContain('Ошибка проверки безопасности. Попробуйте еще раз.')
  })
})
