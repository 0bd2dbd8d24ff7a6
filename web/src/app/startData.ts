// Start-up: the data client joins the store, the session is restored, the settings are asked for.

import { setupListeners } from '@reduxjs/toolkit/query'
import { logUncaughtErrors } from './clientLog.ts'
import { listenerMiddleware } from './listeners.ts'
import { sessionApi } from './sessionApi.ts'
import { appStarted } from './sessionEvents.ts'
import { settingsApi } from './settingsApi.ts'
import { type AppStore, lateMiddleware } from './store.ts'

const started = new WeakSet<AppStore>()

/** Once for a store, however often the shell is drawn. */
export function startData(store: AppStore) {
  if (started.has(store)) return
  started.add(store)
  lateMiddleware.addMiddleware(listenerMiddleware)
  if (typeof window !== 'undefined') {
    setupListeners(store.dispatch)
    logUncaughtErrors()
  }
  store.dispatch(appStarted())
  // Failures of start-up are tolerated: each page says itself what it could not get.
  store.dispatch(settingsApi.endpoints.getSettings.initiate())
  store.dispatch(sessionApi.endpoints.checkHealth.initiate(undefined, { subscribe: false }))
}
