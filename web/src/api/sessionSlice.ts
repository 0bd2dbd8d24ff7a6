import type { UnknownAction } from '@reduxjs/toolkit'
import { isOneOf } from '../app/events.ts'
import {
  checkFailed,
  checkRepeated,
  customerChanged,
  customerSignedIn,
  customerSignedOut,
  sessionEnded,
  sessionStalled,
  sessionStalledUnseen,
  signOutRequested,
  type User,
  visitorArrived,
} from './sessionActions.ts'

type Session =
  | { status: 'unknown'; user: null }
  | { status: 'visitor'; user: null }
  /** There may be a session, but the server could not say. */
  | { status: 'unclear'; user: null }
  | { status: 'signedIn'; user: User; isLeaving?: boolean }

const unknown: Session = { status: 'unknown', user: null }
const visitor: Session = { status: 'visitor', user: null }
const unclear: Session = { status: 'unclear', user: null }

/** Who is known to be here stays so while the server is silent. */
const keepUser = (session: Session) => (session.user ? session : unclear)

export function sessionReducer(session: Session = unknown, action: UnknownAction): Session {
  if (customerSignedIn.match(action)) return { status: 'signedIn', user: action.payload.user }
  if (customerChanged.match(action)) return { status: 'signedIn', user: action.payload }
  if (signOutRequested.match(action) && session.status === 'signedIn')
    return { ...session, isLeaving: true }
  if (isOneOf(action, visitorArrived, customerSignedOut, sessionEnded)) return visitor
  if (isOneOf(action, sessionStalled, sessionStalledUnseen, checkFailed)) return keepUser(session)
  if (checkRepeated.match(action) && !session.user) return unknown
  return session
}

type State = { session: Session }
export const selectSessionStatus = ({ session }: State) => session.status
export const selectUser = ({ session }: State) => session.user
export const selectIsLeaving = ({ session }: State) =>
  session.status === 'signedIn' && session.isLeaving === true
export const selectIsBlocked = ({ session }: State) =>
  session.user !== null && session.user.account_status !== 'active'
export const selectIsAdmin = ({ session }: State) =>
  session.user?.role === 'admin' || session.user?.is_admin === true
