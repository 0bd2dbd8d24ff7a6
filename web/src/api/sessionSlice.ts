import { createSlice, type Dispatch, isAnyOf } from '@reduxjs/toolkit'
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
  /** There may be a session, but the server did not respond. */
  | { status: 'unclear'; user: null }
  | { status: 'signedIn'; user: User; isLeaving?: boolean }

const unknown: Session = { status: 'unknown', user: null }
const visitor: Session = { status: 'visitor', user: null }
const unclear: Session = { status: 'unclear', user: null }

/** A known user stays known while the server does not respond. */
const keepUser = (session: Session) => (session.user ? session : unclear)

export const sessionSlice = createSlice({
  name: 'session',
  initialState: unknown as Session,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(customerSignedIn, (_session, { payload }) => ({
        status: 'signedIn',
        user: payload.user,
      }))
      .addCase(customerChanged, (_session, { payload }) => ({ status: 'signedIn', user: payload }))
      .addCase(signOutRequested, (session) => {
        if (session.status === 'signedIn') session.isLeaving = true
      })
      .addCase(checkRepeated, (session) => (session.user ? session : unknown))
      .addMatcher(isAnyOf(visitorArrived, customerSignedOut, sessionEnded), () => visitor)
      .addMatcher(isAnyOf(sessionStalled, sessionStalledUnseen, checkFailed), keepUser),
})

type State = { session: Session }
export const selectSessionStatus = ({ session }: State) => session.status
export const selectUser = ({ session }: State) => session.user
export const selectIsLeaving = ({ session }: State) =>
  session.status === 'signedIn' && session.isLeaving === true
export const selectIsBlocked = ({ session }: State) =>
  session.user !== null && session.user.account_status !== 'active'
export const selectIsAdmin = ({ session }: State) =>
  session.user?.role === 'admin' || session.user?.is_admin === true

/** Shows the user as blocked. A block ends the sessions, so a page often learns of it from a refused request. */
export function markBlocked(dispatch: Dispatch, state: State) {
  const user = selectUser(state)
  if (user) dispatch(customerChanged({ ...user, account_status: 'blocked' }))
}
