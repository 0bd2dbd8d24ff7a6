import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../tests/renderRoute.tsx'
import { network } from '../../tests/setup.ts'
import {
  checkFailed,
  checkRepeated,
  customerSignedIn,
  type User,
  visitorArrived,
} from '../api/sessionActions.ts'
import { selectSignIn, signInRequested } from '../shared/signInSlice.ts'
import { SignInDialog } from './ShellOverlays.tsx'

const user = { id: 'u1', account_status: 'active' } as User

function renderDialog() {
  network.use(
    http.get('*/api/auth/social/providers', () => HttpResponse.json({ providers: [] })),
    http.get('*/api/auth/turnstile-config', () => HttpResponse.json({ enabled: false })),
  )
  const { store } = renderRoute(<SignInDialog />)
  const dispatch = (action: Parameters<typeof store.dispatch>[0]) =>
    act(() => void store.dispatch(action))
  return { dispatch, isRequested: () => selectSignIn(store.getState()).isOpen }
}

it('the sign-in dialog waits for the session check, and a restored session cancels the request', () => {
  const { dispatch, isRequested } = renderDialog()
  dispatch(signInRequested())
  expect(isRequested()).toBe(true)
  expect(screen.queryByRole('dialog')).toBe(null)
  dispatch(customerSignedIn({ user }))
  expect(isRequested()).toBe(false)
})

it('the sign-in dialog opens for a visitor, stays during a later check, and closes after a sign-in in another tab', async () => {
  const { dispatch } = renderDialog()
  dispatch(signInRequested())
  dispatch(visitorArrived())
  const dialog = await screen.findByRole('dialog', { name: 'Вход' })
  dispatch(checkFailed())
  dispatch(checkRepeated())
  expect(screen.getByRole('dialog')).toBe(dialog)
  dispatch(customerSignedIn({ user }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
})
