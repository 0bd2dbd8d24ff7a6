// Events of a session. Slices and listeners react to these actions; nothing sets session state
// directly.

import { createAction } from '@reduxjs/toolkit'
import type { UserRead } from './wire/auth.ts'

/** A suspended account is treated as blocked. */
export type User = Omit<UserRead, 'account_status'> & {
  account_status: UserRead['account_status'] | 'suspended'
}

export const appStarted = createAction('session/appStarted')
export const customerSignedIn = createAction<{ user: User; accessToken?: string }>(
  'session/customerSignedIn',
)
export const customerChanged = createAction<User>('session/customerChanged')
export const visitorArrived = createAction('session/visitorArrived')
/** The session check gave no result; the session may still be valid. */
export const checkFailed = createAction('session/checkFailed')
export const checkRepeated = createAction('session/checkRepeated')
/** 'Выйти' was pressed. The session stays until the server has responded. */
export const signOutRequested = createAction('session/signOutRequested')
/** The customer has signed out, in this tab or in another. */
export const customerSignedOut = createAction('session/customerSignedOut')

/**
 * Why the banner is shown: the session has expired, its token is invalid, or nobody is signed in
 * any more.
 */
export type SessionProblem = 'expired' | 'error' | 'unauthorized'
export type SessionBanner = { problem: SessionProblem; at: string; isDismissed?: boolean }
/** The session problem as a banner on the current page; no banner without a problem. */
function prepareBanner(problem?: SessionProblem): { payload: SessionBanner | null } {
  if (!problem) return { payload: null }
  const { pathname = '/', search = '' } = globalThis.location ?? {}
  return { payload: { problem, at: pathname + search } }
}
/** The server no longer knows the session. */
export const sessionEnded = createAction('session/sessionEnded', prepareBanner)
/** The session could not be renewed now; it may still be valid. */
export const sessionStalled = createAction('session/sessionStalled', prepareBanner)
/**
 * Like `sessionStalled`, for a request without a user action: it does not reopen a closed banner.
 */
export const sessionStalledUnseen = createAction('session/sessionStalledUnseen', prepareBanner)
/** A renewal that failed before has succeeded. */
export const sessionRenewed = createAction('session/sessionRenewed')
export const sessionBannerDismissed = createAction('session/bannerDismissed')
