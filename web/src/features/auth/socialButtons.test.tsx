import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { CallbackPage } from './CallbackPage.tsx'
import { SocialButtons } from './SocialButtons.tsx'
import type { BotCheck } from './useBotCheck.ts'

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

const nobody = { onSignedIn: vi.fn(), onNextStep: vi.fn() }
const noCheck: BotCheck = {
  config: null,
  round: 0,
  token: undefined,
  isOpen: false,
  refusal: null,
  setToken: vi.fn(),
  renew: vi.fn(),
}

describe('the social buttons', () => {
  it('offers what is configured, vk first', async () => {
    network.use(providers)
    renderRoute(<SocialButtons {...nobody} check={noCheck} />)
    await screen.findByRole('button', { name: 'Войти через VK' })
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'VK',
      'Google',
    ])
  })

  it('waits for the bot check', async () => {
    network.use(providers)
    renderRoute(<SocialButtons {...nobody} check={{ ...noCheck, isOpen: true }} />)
    const button = await screen.findByRole('button', { name: 'Войти через VK' })
    expect(button.matches(':disabled')).toBe(true)
    expect(screen.getByText('Сначала пройдите проверку безопасности')).toBeTruthy()
  })

  it('offers a tab when the browser blocks the popup', async () => {
    const url = 'https://id.example.com/authorize'
    network.use(
      providers,
      http.get('*/api/auth/paseto/social/vk/auth', () =>
        HttpResponse.json({ success: true, authUrl: url, sessionToken: 'vk-session' }),
      ),
    )
    vi.spyOn(window, 'open').mockReturnValue(null)
    renderRoute(<SocialButtons {...nobody} check={noCheck} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Войти через VK' }))
    const link = await screen.findByRole('link', { name: 'Открыть в новой вкладке' })
    expect(link.getAttribute('href')).toBe(url)
    expect(localStorage.getItem('vk_session_token')).toBe('vk-session')
    expect(localStorage.getItem('social_auth_provider')).toBe('vk')
  })
})

describe('the callback page', () => {
  it('says what is missing', async () => {
    renderRoute(<CallbackPage />, { at: '/auth/callback?state=s' })
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toMatch(
        /Authorization code not received|Код авторизации не получен/,
      ),
    )
  })
})
