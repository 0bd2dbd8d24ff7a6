// The store starts with what the shell needs. The data client (app/api.ts) and the slices of lazily
// loaded features join it when their code arrives.

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
 * The store of this page of the browser. Client-only pages draw the shell twice, first empty and then with the
 * route: both are the same page, and the session is restored once. Each prerendered page has its own.
 */
export function pageStore(): AppStore {
  if (typeof window === 'undefined') return makeStore()
  storeOfPage ??= makeStore()
  return storeOfPage
}

/** Whoever reads the data client's part has imported the client: to him it is always there. */
export type RootState = ReturnType<typeof rootReducer> & { api: ReturnType<typeof api.reducer> }
export type AppStore = ReturnType<typeof makeStore>
export type AppDispatch = AppStore['dispatch']
