// What happens to a session. Slices and listeners answer; nobody sets session state directly.

import { createAction } from '@reduxjs/toolkit'
import type { UserRead } from './wire/auth.ts'

/** The spec also names a suspended account; it is treated as blocked. */
export type User = Omit<UserRead, 'account_status'> & {
  account_status: UserRead['account_status'] | 'suspended'
}

export const appStarted = createAction('session/appStarted')
export const customerSignedIn = createAction<{ user: User; accessToken?: string }>(
  'session/customerSignedIn',
)
export const customerChanged = createAction<User>('session/customerChanged')
export const visitorArrived = createAction('session/visitorArrived')
/** 'Выйти' was pressed; the session stands until the server has answered. */
export const signOutAsked = createAction('session/signOutAsked')
/** The customer has left, here or in another tab. */
export const customerSignedOut = createAction('session/customerSignedOut')
/** The server no longer knows the session. */
export const sessionEnded = createAction('session/sessionEnded')
