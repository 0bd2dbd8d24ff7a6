import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { receiveSettings } from '../../../tests/settings.ts'
import { network } from '../../../tests/setup.ts'
import { makeSignedInStore } from '../../../tests/signedInStore.ts'
import { customerSignedIn, type User } from '../../api/sessionActions.ts'
import { startData } from '../../app/startData.ts'
import { makeStore } from '../../app/store.ts'
import { Account } from './Account.tsx'
import { followHash } from './followHash.ts'
import { Header } from './Header.tsx'

const anna: User = {
  id: '0190a0b0-0000-7000-8000-000000000001',
  email: 'anna@example.com',
  first_name: 'Анна',
  last_name: 'Орлова',
  phone: null,
  avatar_url: null,
  email_verified: true,
  role: 'user',
  is_admin: false,
  account_status: 'active',
  created_at: '2026-11-01T10:00:00Z',
}

describe('the hash of a URL', () => {
  it('may have an invalid encoding', () => {
    expect(() => followHash('#50%')()).not.toThrow()
  })
})

describe('the header', () => {
  it('has built-in contacts until the settings are loaded', () => {
    const store = makeStore()
    renderRoute(<Header />, { store })
    expect(screen.getByRole('link', { name: '+7 495 000-00-00' })).toBeTruthy()
  })

  it('shows the contacts of the settings, and built-in ones for missing settings', () => {
    const store = makeStore()
    receiveSettings(store, { contactPhone: '+7 495 000-00-01', contactAddress: '' })
    renderRoute(<Header />, { store })
    expect(screen.getByRole('link', { name: '+7 495 000-00-01' })).toBeTruthy()
    expect(screen.getByText(/Меридианный проезд/)).toBeTruthy()
  })
})

describe('the account', () => {
  it('offers sign-in to a visitor', () => {
    renderRoute(<Account />)
    expect(screen.getByRole('button', { name: 'Авторизоваться' })).toBeTruthy()
  })

  it('shows the first name and links to the dashboard', () => {
    renderRoute(<Account bell={<button type="button">Уведомления</button>} />, {
      store: makeSignedInStore(anna),
    })
    const profileLink = screen.getByRole('link', { name: 'Привет, Анна!' })
    expect(profileLink.getAttribute('href')).toBe('/dashboard')
    expect(screen.getByRole('button', { name: 'Уведомления' })).toBeTruthy()
  })

  it('calls a user without a name «Пользователь»', () => {
    renderRoute(<Account />, { store: makeSignedInStore({ ...anna, first_name: '' }) })
    expect(screen.getByRole('link', { name: 'Привет, Пользователь!' })).toBeTruthy()
  })

  it('has only «Выйти» for a blocked user', () => {
    renderRoute(<Account bell={<button type="button">Уведомления</button>} />, {
      store: makeSignedInStore({ ...anna, account_status: 'blocked' }),
    })
    expect(screen.getByRole('button', { name: 'Выйти' })).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Уведомления' })).toBeNull()
  })

  it('signs out in this browser even if the server cannot be reached', async () => {
    network.use(
      http.post('*/api/auth/logout', () => HttpResponse.error()),
      http.get('*/api/settings', () => HttpResponse.json({})),
      http.get('*/api/health', () => HttpResponse.json({ status: 'ok' })),
    )
    const store = makeStore()
    startData(store)
    store.dispatch(customerSignedIn({ user: anna, accessToken: 'token' }))
    renderRoute(<Account />, { store })
    await userEvent.click(screen.getByRole('button', { name: 'Выйти' }))
    await screen.findByRole('button', { name: 'Авторизоваться' })
    expect(localStorage.getItem('accessToken')).toBeNull()
    expect(localStorage.getItem('user')).toBeNull()
  })
})
