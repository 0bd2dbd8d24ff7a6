import { act, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { visitorArrived } from '../../app/sessionEvents.ts'
import { selectSignIn, signInClosed } from '../../app/signInSlice.ts'
import { useSignInPage } from './useSignInPage.ts'

function Page() {
  useSignInPage()
  return <h1>{useLocation().pathname}</h1>
}

describe('/login', () => {
  it('asks for the dialog with the way back, and leaves for home when it is closed', async () => {
    const { store } = renderRoute(<Page />, { at: '/login?next=/services' })
    act(() => void store.dispatch(visitorArrived()))
    expect(selectSignIn(store.getState())).toMatchObject({ isOpen: true, next: '/services' })
    act(() => void store.dispatch(signInClosed()))
    expect(await screen.findByRole('heading', { name: '/' })).toBeTruthy()
    expect(selectSignIn(store.getState()).isOpen).toBe(false)
  })
})
