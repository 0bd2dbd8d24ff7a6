import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
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

const providers = http.get('*/api/auth/social/providers', () =>
  HttpResponse.json({ success: true, providers: [] }),
)

describe('an account with a second factor', () => {
  it('is asked for its code and then signed in', async () => {
    const asked: unknown[] = []
    network.use(
      providers,
      http.post('*/api/auth/login', () =>
        HttpResponse.json({
          success: true,
          status: 'second_factor_required',
          tempToken: 'temp',
          methods: ['totp'],
        }),
      ),
      http.post('*/api/auth/login/second-factor', async ({ request }) => {
        asked.push(await request.json())
        return HttpResponse.json({ success: true, user, accessToken: 'token' })
      }),
    )
    const { store } = renderRoute(<AuthDialog />)
    signIn()
    const field = await screen.findByLabelText('Код второго шага')
    fireEvent.change(field, { target: { value: '123456' } })
    fireEvent.click(screen.getByRole('button', { name: 'Войти' }))
    await expect.poll(() => store.getState().session.status).toBe('signedIn')
    expect(asked).toEqual([{ tempToken: 'temp', code: '123456' }])
  })

  it('reads why it cannot go on while the factor is not set up', async () => {
    network.use(
      providers,
      http.post('*/api/auth/login', () =>
        HttpResponse.json({
          success: true,
          status: 'second_factor_setup_required',
          tempToken: 'temp',
        }),
      ),
    )
    renderRoute(<AuthDialog />)
    signIn()
    expect((await screen.findByRole('alert')).textContent).toContain('второй фактор')
  })
})
