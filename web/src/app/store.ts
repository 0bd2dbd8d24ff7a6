// The store begins with the state of the shell. The data client (app/api.ts) and the slices of lazy
// features are added when their code is loaded.

import { combineSlices, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit'
import type { api } from './api.ts'
import { sessionBannerSlice } from './sessionBannerSlice.ts'
import { sessionSlice } from './sessionSlice.ts'
import { settingsSlice } from './settingsSlice.ts'
import { signInSlice } from './signInSlice.ts'

/** A feature extends this with `WithSlice<typeof itsSlice>` and calls `rootReducer.inject(itsSlice)`. */
// biome-ignore lint/suspicious/noEmptyInterface: features add their slices by declaration merging.
export interface LazyLoadedSlices {}

export const rootReducer = combineSlices(
  sessionSlice,
  settingsSlice,
  signInSlice,
  sessionBannerSlice,
).withLazyLoadedSlices<LazyLoadedSlices>()

export const lateMiddleware = createDynamicMiddleware()

export function makeStore(preloadedState?: Partial<RootState>) {
  return configureStore({
    reducer: rootReducer,
    preloadedState,
    middleware: (defaults) => defaults().concat(lateMiddleware.middleware),
  })
}

let storeOfPage: AppStore | undefined

/**
 * The store of the current page. A client-only page renders the shell twice, first empty and then with the
 * route; both use this store, so the session is restored once. Each prerendered page has its own store.
 */
export function pageStore(): AppStore {
  if (typeof window === 'undefined') return makeStore()
  storeOfPage ??= makeStore()
  return storeOfPage
}

/** Includes the API state: code that reads it has imported the client, so the slice exists. */
export type RootState = ReturnType<typeof rootReducer> & { api: ReturnType<typeof api.reducer> }
export type AppStore = ReturnType<typeof makeStore>
export type AppDispatch = AppStore['dispatch']
