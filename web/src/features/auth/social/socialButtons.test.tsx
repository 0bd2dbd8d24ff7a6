import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Link, Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { normalizeSpaces } from '../../../../tests/normalizeSpaces.ts'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { makeStore } from '../../../app/store.ts'
import { socialCallbackErrorDelay } from '../../../shared/limits.ts'
import type { BotCheck } from '../botCheck/useBotCheck.ts'
import { CallbackPage } from './CallbackPage.tsx'
import { SocialButtons } from './SocialButtons.tsx'
import { socialApi } from './socialApi.ts'

const providers = http.get('*/api/auth/social/providers', () =>
  HttpResponse.json({
    success: true,
    providers: [
      { id: 'google', name: 'Google', available: true },
      { id: 'vk', name: 'VK', available: true },
      { id: 'telegram', name: 'Telegram', available: false },
    ],
  }),
)

const ignoredOutcome = { onSignedIn: vi.fn(), onNextStep: vi.fn() }
const noCheck: BotCheck = {
  config: null,
  round: 0,
  token: undefined,
  isPending: false,
  refusal: null,
  setToken: vi.fn(),
  renew: vi.fn(),
}

describe('the social buttons', () => {
  it('offer the configured providers, VK first', async () => {
    network.use(providers)
    renderRoute(<SocialButtons {...ignoredOutcome} check={noCheck} />)
    await screen.findByRole('button', { name: 'Войти через VK' })
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'VK',
      'Google',
    ])
  })

  it('wait for the bot check', async () => {
    network.use(providers)
    renderRoute(<SocialButtons {...ignoredOutcome} check={{ ...noCheck, isPending: true }} />)
    const button = await screen.findByRole('button', { name: 'Войти через VK' })
    expect(button.matches(':disabled')).toBe(true)
    expect(screen.getByText('Сначала пройдите проверку безопасности')).toBeTruthy()
  })

  it('offer a tab when the browser blocks the popup', async () => {
    const url = 'https://id.example.com/authorize'
    network.use(
      providers,
      http.get('*/api/auth/paseto/social/vk/auth', () =>
        HttpResponse.json({ success: true, authUrl: url, sessionToken: 'vk-session' }),
      ),
    )
    vi.spyOn(window, 'open').mockReturnValue(null)
    renderRoute(<SocialButtons {...ignoredOutcome} check={noCheck} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Войти через VK' }))
    const link = await screen.findByRole('link', { name: 'Открыть в новой вкладке' })
    expect(link.getAttribute('href')).toBe(url)
    expect(localStorage.getItem('vk_session_token')).toBe('vk-session')
    expect(localStorage.getItem('social_auth_provider')).toBe('vk')
  })
})

describe('a social dialog closed late', () => {
  const user = { id: 'u1', first_name: 'Ирина', email_verified: true }
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

  /** Returns from VK with a code. The delay before the exchange of the code is then running. */
  async function returnFromVk(onSignedIn: () => void) {
    network.use(
      providers,
      http.get('*/api/auth/paseto/social/vk/auth', () =>
        HttpResponse.json({ success: true, authUrl: 'https://id.example.com/authorize' }),
      ),
      http.post('*/api/auth/paseto/social/vk/callback', () =>
        HttpResponse.json({ success: true, user, accessToken: 'token' }),
      ),
    )
    const popup = { location: { href: '' } } as Window
    vi.spyOn(window, 'open').mockReturnValue(popup)
    renderRoute(<SocialButtons {...ignoredOutcome} onSignedIn={onSignedIn} check={noCheck} />)
    await screen.findByRole('button', { name: 'Войти через VK' })
    press('Войти через VK')
    await waitFor(() => expect(popup.location.href).toBeTruthy())
    // The dialog listens for the result once it shows that it is waiting.
    await screen.findByText('Завершите вход в открывшемся окне.')
    const state = localStorage.getItem('social_auth_state')
    const data = { type: 'social-auth', code: 'c', state, device_id: null, error: null }
    const { origin } = location
    const back = { ...data, at: Date.now() }
    act(() => void window.dispatchEvent(new MessageEvent('message', { origin, data: back })))
  }

  it.each(['Завершаем вход', 'Вход выполнен успешно!'])(
    'at «%s» still reports the signed-in user',
    async (at) => {
      const onSignedIn = vi.fn()
      await returnFromVk(onSignedIn)
      await screen.findByText((text) => normalizeSpaces(text).startsWith(at))
      press('Закрыть')
      expect(screen.queryByRole('dialog')).toBeNull()
      await waitFor(() => expect(onSignedIn).toHaveBeenCalledExactlyOnceWith(user, 'token'))
    },
  )
})

describe('the exchange of a VK code', () => {
  it('sends the session token of VK in the header too', async () => {
    const headers: (string | null)[] = []
    network.use(
      http.post('*/api/auth/paseto/social/:provider/callback', ({ request }) => {
        headers.push(request.headers.get('x-session-token'))
        return HttpResponse.json({ success: true, isNewUser: false })
      }),
    )
    const { dispatch } = makeStore()
    const body = { code: 'c', state: 's', redirect_uri: 'r' }
    const { finishSocial } = socialApi.endpoints
    await dispatch(finishSocial.initiate({ ...body, provider: 'vk', sessionToken: 'vk-session' }))
    await dispatch(finishSocial.initiate({ ...body, provider: 'google' }))
    expect(headers).toEqual(['vk-session', null])
  })
})

describe('the callback page', () => {
  it('says that the code is missing', async () => {
    renderRoute(<CallbackPage />, { at: '/auth/callback?state=s' })
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toMatch(
        /Authorization code not received|Код авторизации не получен/,
      ),
    )
  })

  it('does not redirect a user who has left the page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const page = (
      <Routes>
        <Route path="/auth/callback" element={<CallbackPage />} />
        <Route path="/" element="главная" />
        <Route path="/cars" element="каталог" />
      </Routes>
    )
    renderRoute(
      <>
        <Link to="/cars">Каталог</Link>
        {page}
      </>,
      { at: '/auth/callback?state=s' },
    )
    await screen.findByRole('alert')
    fireEvent.click(screen.getByRole('link'))
    await act(() => vi.advanceTimersByTimeAsync(socialCallbackErrorDelay * 2))
    vi.useRealTimers()
    expect(document.body.textContent).toBe('Каталогкаталог')
  })
})
