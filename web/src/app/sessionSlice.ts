import { createSlice } from '@reduxjs/toolkit'
import {
  checkFailed,
  checkRepeated,
  customerChanged,
  customerSignedIn,
  customerSignedOut,
  sessionEnded,
  sessionStalled,
  signOutRequested,
  type User,
  visitorArrived,
} from './sessionEvents.ts'

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

export const sessionSlice = createSlice({
  name: 'session',
  initialState: unknown as Session,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(customerSignedIn, (_session, { payload }) => ({
        status: 'signedIn',
        user: payload.user,
      }))
      .addCase(customerChanged, (_session, { payload }) => ({ status: 'signedIn', user: payload }))
      .addCase(signOutRequested, (session) => {
        if (session.status === 'signedIn') session.isLeaving = true
      })
      .addCase(visitorArrived, () => visitor)
      .addCase(customerSignedOut, () => visitor)
      .addCase(sessionEnded, () => visitor)
      .addCase(sessionStalled, keepUser)
      .addCase(checkFailed, keepUser)
      .addCase(checkRepeated, (session) => (session.user ? session : unknown))
  },
  selectors: {
    selectSessionStatus: (session) => session.status,
    selectUser: (session) => session.user,
    selectIsLeaving: (session) => session.status === 'signedIn' && session.isLeaving === true,
    selectIsBlocked: (session) => session.user !== null && session.user.account_status !== 'active',
    selectIsAdmin: (session) => session.user?.role === 'admin' || session.user?.is_admin === true,
  },
})

export const { selectSessionStatus, selectUser, selectIsLeaving, selectIsBlocked, selectIsAdmin } =
  sessionSlice.selectors
