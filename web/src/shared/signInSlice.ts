// Whether the sign-in dialog is open and where to go after signing in. The shell and many pages open
// it; the auth feature renders it.

import type { UnknownAction } from '@reduxjs/toolkit'
import { createEvent } from '../app/events.ts'

type SignIn = { isOpen: boolean; mode: 'login' | 'register'; next: string | null }
type Request = { mode?: SignIn['mode']; next?: string | null }

const closed: SignIn = { isOpen: false, mode: 'login', next: null }

// biome-ignore lint/suspicious/noConfusingVoidType: the argument may be left out.
export const signInRequested = createEvent<Request, Request | void>(
  'signIn/signInRequested',
  (request) => request ?? {},
)
export const signInModeChosen = createEvent<SignIn['mode']>('signIn/signInModeChosen')
export const signInClosed = createEvent('signIn/signInClosed')

export function signInReducer(signIn = closed, action: UnknownAction): SignIn {
  if (signInRequested.match(action)) {
    const { mode = 'login', next = null } = action.payload
    return { isOpen: true, mode, next }
  }
  if (signInModeChosen.match(action)) return { ...signIn, mode: action.payload }
  return signInClosed.match(action) ? closed : signIn
}

export const selectSignIn = ({ signIn }: { signIn: SignIn }) => signIn
