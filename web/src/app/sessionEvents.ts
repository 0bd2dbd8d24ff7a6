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
/** Nobody answered who is here; the session may well live. */
export const checkFailed = createAction('session/checkFailed')
export const checkRepeated = createAction('session/checkRepeated')
/** 'Выйти' was pressed; the session stands until the server has answered. */
export const signOutRequested = createAction('session/signOutRequested')
/** The customer has left, here or in another tab. */
export const customerSignedOut = createAction('session/customerSignedOut')

/** Why the banner stands: the sign-in ran out, or what was shown for it is not valid. */
export type SessionProblem = 'expired' | 'error'
const withBanner = (problem?: SessionProblem) => ({
  payload: problem
    ? { problem, at: `${globalThis.location?.pathname ?? '/'}${globalThis.location?.search ?? ''}` }
    : null,
})
/** The server no longer knows the session. */
export const sessionEnded = createAction('session/sessionEnded', withBanner)
/** The session could not be renewed just now; it may still live. */
export const sessionStalled = createAction('session/sessionStalled', withBanner)
/** A stalled session was renewed after all. */
export const sessionRenewed = createAction('session/sessionRenewed')
export const sessionBannerDismissed = createAction('session/bannerDismissed')
