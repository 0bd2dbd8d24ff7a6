import { act, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { customerSignedIn, type User, visitorArrived } from '../../../api/sessionActions.ts'
import { selectSignIn, signInClosed } from '../../../shared/signInSlice.ts'
import { useSignInPage } from './useSignInPage.ts'

function Page() {
  useSignInPage()
  return <h1>{useLocation().pathname}</h1>
}

describe('/login', () => {
  it('opens the dialog with the page to return to, and goes to the home page when it is closed', async () => {
    const { store } = renderRoute(<Page />, { at: '/login?next=/services' })
    act(() => void store.dispatch(visitorArrived()))
    expect(selectSignIn(store.getState())).toMatchObject({ isOpen: true, next: '/services' })
    act(() => void store.dispatch(signInClosed()))
    expect(await screen.findByRole('heading', { name: '/' })).toBeTruthy()
    expect(selectSignIn(store.getState()).isOpen).toBe(false)
  })

  it('leads a blocked user to the page that says so', async () => {
    const { store } = renderRoute(<Page />, { at: '/login?next=/services' })
    const user = { id: 'u1', account_status: 'blocked' } as User
    act(() => void store.dispatch(customerSignedIn({ user })))
    expect(await screen.findByRole('heading', { name: '/dashboard' })).toBeTruthy()
  })
})
