// Side effects of session events: storage keys, private caches, other tabs.

import { createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit'
import { api, mayBeSignedIn, sessionRefusals } from '../api/api.ts'
import { clearFailedCalls } from '../api/failedCalls.ts'
import { isProblem } from '../api/problem.ts'
import {
  appStarted,
  checkFailed,
  checkRepeated,
  customerChanged,
  customerSignedIn,
  customerSignedOut,
  sessionEnded,
  sessionRenewed,
  signOutRequested,
  type User,
  visitorArrived,
} from '../api/sessionActions.ts'
import { sessionApi } from '../api/sessionApi.ts'
import { selectSessionStatus } from '../api/sessionSlice.ts'
import { settingsApi } from '../api/settingsApi.ts'
import { clearLog } from '../platform/clientLog.ts'
import { clearPrivateStorage } from '../platform/privateStorage.ts'
import { storageKeys, write } from '../platform/storage.ts'
import { discardUnsent } from '../platform/unsentInput.ts'
import type { AppDispatch, RootState } from './store.ts'

function rememberUser(user: User, accessToken?: string) {
  write(storageKeys.user, JSON.stringify(user))
  write(storageKeys.userId, user.id)
  write(storageKeys.isAuthenticated, 'true')
  write(storageKeys.lastActivity, new Date().toISOString())
  if (accessToken) write(storageKeys.accessToken, accessToken)
}

type Store = { dispatch: AppDispatch; getState: () => RootState }

/** Restores the session if there may be one. For other visitors it sends no request. */
async function restoreSession({ dispatch, getState }: Store) {
  if (!mayBeSignedIn()) {
    dispatch(visitorArrived())
    return
  }
  const request = dispatch(sessionApi.endpoints.getMe.initiate(undefined, { forceRefetch: true }))
  const answer = await request
  request.unsubscribe()
  if (answer.data) {
    dispatch(customerSignedIn({ user: answer.data.user }))
    return
  }
  // A 401 of the session check ends the session, whatever its code.
  const { error } = answer
  if (isProblem(error) && error.status === 401 && !sessionRefusals.has(error.code))
    dispatch(sessionEnded('unauthorized'))
  // The request has already reported an ended session. A session that could not be renewed may
  // still be valid.
  else if (selectSessionStatus(getState()) !== 'visitor')
    dispatch(mayBeSignedIn() ? checkFailed() : sessionEnded())
}

/** A sign-in or sign-out in one tab reaches the other tabs through the storage flag. */
function followOtherTabs(store: Store) {
  if (typeof window === 'undefined') return
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKeys.isAuthenticated) return
    if (event.newValue === 'true') void restoreSession(store)
    // A tab that is already signed out keeps its banner.
    else if (selectSessionStatus(store.getState()) !== 'visitor')
      store.dispatch(customerSignedOut())
  })
  // A page restored by Back may show a session that has meanwhile ended in another tab.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !mayBeSignedIn() && selectSessionStatus(store.getState()) === 'signedIn')
      store.dispatch(customerSignedOut())
  })
  window.addEventListener('online', () => {
    if (selectSessionStatus(store.getState()) === 'unclear') store.dispatch(checkRepeated())
  })
}

/**
 * Removes every response that may be private. The settings are the same for everybody; keeping them
 * avoids a flicker of the header.
 */
function resetCache({ dispatch, getState }: Store) {
  const { getSettings } = settingsApi.endpoints
  const settings = getSettings.select()(getState()).data
  dispatch(api.util.resetApiState())
  if (settings)
    dispatch(
      settingsApi.util.upsertQueryEntries([
        { endpointName: 'getSettings', arg: undefined, value: settings },
      ]),
    )
  dispatch(getSettings.initiate())
}

const listeners = createListenerMiddleware()
const on = listeners.startListening.withTypes<RootState, AppDispatch>()

on({
  actionCreator: appStarted,
  effect: async (_action, store) => {
    followOtherTabs(store)
    await restoreSession(store)
  },
})
on({
  actionCreator: customerSignedIn,
  effect: ({ payload }, { dispatch }) => {
    rememberUser(payload.user, payload.accessToken)
    dispatch(api.util.invalidateTags(['Comment', 'Favorite']))
  },
})
on({
  matcher: isAnyOf(sessionRenewed, checkRepeated),
  effect: (_action, store) => restoreSession(store),
})
on({ actionCreator: customerChanged, effect: ({ payload }) => rememberUser(payload) })
on({
  actionCreator: signOutRequested,
  effect: async (_action, { dispatch }) => {
    // The request revokes the session. Local data is cleared even if the server is unreachable.
    await dispatch(sessionApi.endpoints.signOut.initiate())
    dispatch(customerSignedOut())
  },
})
on({
  matcher: isAnyOf(customerSignedOut, sessionEnded),
  effect: (_action, store) => {
    clearPrivateStorage()
    clearLog()
    // The end of the session removes the pages, so their unsent input is dropped without a
    // question.
    discardUnsent()
    clearFailedCalls()
    void import('../platform/unsubscribeFromPush.ts')
      .then(({ unsubscribeFromPush }) => unsubscribeFromPush())
      .catch(() => {})
    resetCache(store)
  },
})

export const listenerMiddleware = listeners.middleware
