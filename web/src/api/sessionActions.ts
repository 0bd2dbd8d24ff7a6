// What happens to a session. Slices and listeners react to these events; nothing sets session state directly.

import { createEvent } from '../app/events.ts'
import type { UserRead } from './wire/auth.ts'

/** The specification also has a suspended account; it is treated as blocked. */
export type User = Omit<UserRead, 'account_status'> & {
  account_status: UserRead['account_status'] | 'suspended'
}

export const appStarted = createEvent('session/appStarted')
export const customerSignedIn = createEvent<{ user: User; accessToken?: string }>(
  'session/customerSignedIn',
)
export const customerChanged = createEvent<User>('session/customerChanged')
export const visitorArrived = createEvent('session/visitorArrived')
/** The server did not answer; the session may still be valid. */
export const checkFailed = createEvent('session/checkFailed')
export const checkRepeated = createEvent('session/checkRepeated')
/** 'Выйти' was pressed; the session stays until the server has answered. */
export const signOutRequested = createEvent('session/signOutRequested')
/** The customer has signed out, in this tab or in another. */
export const customerSignedOut = createEvent('session/customerSignedOut')

/** Why the banner is shown: the session has expired, its token is not valid, or nobody is signed in any more. */
export type SessionProblem = 'expired' | 'error' | 'unauthorized'
export type SessionBanner = { problem: SessionProblem; at: string; isDismissed?: boolean }
// biome-ignore lint/suspicious/noConfusingVoidType: the argument may be left out.
const withBanner = (problem: SessionProblem | void): SessionBanner | null =>
  problem
    ? { problem, at: `${globalThis.location?.pathname ?? '/'}${globalThis.location?.search ?? ''}` }
    : null
/** The server no longer knows the session. */
export const sessionEnded = createEvent('session/sessionEnded', withBanner)
/** The session could not be renewed now; it may still be valid. */
export const sessionStalled = createEvent('session/sessionStalled', withBanner)
/** The same for a request that the page made by itself: it opens no banner that the user has closed. */
export const sessionStalledUnseen = createEvent('session/sessionStalledUnseen', withBanner)
/** A session that could not be renewed has been renewed after all. */
export const sessionRenewed = createEvent('session/sessionRenewed')
export const sessionBannerDismissed = createEvent('session/bannerDismissed')
