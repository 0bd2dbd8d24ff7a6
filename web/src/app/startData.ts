// Start-up: adds the data client to the store, restores the session and requests the settings.

import { setupListeners } from '@reduxjs/toolkit/query'
import { appStarted } from '../api/sessionActions.ts'
import { sessionApi } from '../api/sessionApi.ts'
import { settingsApi } from '../api/settingsApi.ts'
import { logUncaughtErrors } from '../platform/clientLog.ts'
import { answerDraftQuestions } from '../platform/workerQuestions.ts'
import { listenerMiddleware } from './listeners.ts'
import { type AppStore, dynamicMiddleware } from './store.ts'

const started = new WeakSet<AppStore>()

/** Runs once per store, however often the shell is rendered. */
export function startData(store: AppStore) {
  if (started.has(store)) return
  started.add(store)
  dynamicMiddleware.addMiddleware(listenerMiddleware)
  if (typeof window !== 'undefined') {
    setupListeners(store.dispatch)
    logUncaughtErrors()
    if (navigator.serviceWorker) answerDraftQuestions(navigator.serviceWorker)
  }
  store.dispatch(appStarted())
  // A failed start-up request is not fatal: each page shows its own error.
  store.dispatch(settingsApi.endpoints.getSettings.initiate())
  store.dispatch(sessionApi.endpoints.checkHealth.initiate(undefined, { subscribe: false }))
}
