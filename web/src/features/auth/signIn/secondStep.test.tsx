import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { setClipboard } from '../../../../tests/clipboard.ts'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import AuthDialog from './AuthDialog.tsx'

const user = {
  id: '01900000-0000-7000-8000-000000000001',
  email: 'anna@example.com',
  first_name: 'Анна',
  last_name: 'Орлова',
  phone: null,
  avatar_url: null,
  email_verified: true,
  role: 'admin',
  is_admin: true,
  account_status: 'active',
}

function signIn() {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'anna@example.com' } })
  fireEvent.change(screen.getByLabelText('Пароль'), { target: { value: 'some password' } })
  fireEvent.click(screen.getByRole('button', { name: 'Войти' }))
}

/** There are no social providers, and no bot check. */
const plainSignIn = [
  http.get('*/api/auth/social/providers', () =>
    HttpResponse.json({ success: true, providers: [] }),
  ),
  http.get('*/api/auth/turnstile-config', () =>
    HttpResponse.json({ success: true, enabled: false, siteKey: null, provider: 'off' }),
  ),
]

describe('a user of an account', () => {
  it('with a second factor is asked for its code and then signed in', async () => {
    const sentCodes: unknown[] = []
    network.use(
      ...plainSignIn,
      http.post('*/api/auth/login', () =>
        HttpResponse.json({
          success: true,
          status: 'second_factor_required',
          tempToken: 'temp',
          methods: ['totp'],
        }),
      ),
      http.post('*/api/auth/login/second-factor', async ({ request }) => {
        sentCodes.push(await request.json())
        return HttpResponse.json({ success: true, user, accessToken: 'token' })
      }),
    )
    const { store } = renderRoute(<AuthDialog />)
    signIn()
    const field = await screen.findByLabelText('Код второго шага')
    fireEvent.change(field, { target: { value: '123456' } })
    fireEvent.click(screen.getByRole('button', { name: 'Войти' }))
    await expect.poll(() => store.getState().session.status).toBe('signedIn')
    expect(sentCodes).toEqual([{ tempToken: 'temp', code: '123456' }])
  })

  it('without a required second factor sets it up before the first session', async () => {
    const authorizations: (string | null)[] = []
    network.use(
      ...plainSignIn,
      http.post('*/api/auth/login', () =>
        HttpResponse.json({
          success: true,
          status: 'second_factor_setup_required',
          tempToken: 'temp',
        }),
      ),
      http.post('*/api/auth/me/second-factor/totp', ({ request }) => {
        authorizations.push(request.headers.get('Authorization'))
        const otpauth_url = 'otpauth://totp/x?secret=ABCDEFGH'
        return HttpResponse.json({ success: true, secret: 'ABCDEFGH', otpauth_url })
      }),
      http.post('*/api/auth/me/second-factor/totp/confirm', ({ request }) => {
        authorizations.push(request.headers.get('Authorization'))
        const session = { success: true, user, accessToken: 'token' }
        return HttpResponse.json({ success: true, recovery_codes: ['aaaaa-bbbbb'], session })
      }),
    )
    const { store } = renderRoute(<AuthDialog />)
    signIn()
    fireEvent.change(await screen.findByLabelText(/Код\sиз приложения/), {
      target: { value: '123456' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Включить' }))
    await screen.findByText('aaaaa-bbbbb')
    expect(store.getState().session.status).not.toBe('signedIn')
    setClipboard()
    fireEvent.click(screen.getByRole('button', { name: 'Скопировать' }))
    await screen.findByText(/^Браузер не\sдал скопировать/)
    fireEvent.click(screen.getByRole('checkbox'))
    fireEvent.click(screen.getByRole('button', { name: 'Готово' }))
    await expect.poll(() => store.getState().session.status).toBe('signedIn')
    expect(authorizations).toEqual(['Bearer temp', 'Bearer temp'])
  })
})
