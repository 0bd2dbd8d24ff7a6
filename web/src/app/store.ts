// The Redux store. It starts with the slices of the shell. The API client (api/api.ts) and the
// slices of features add themselves when their code is loaded: rootReducer.inject() and
// dynamicMiddleware.addMiddleware().

import { combineSlices, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit'
import type { api } from '../api/api.ts'
import { sessionSlice } from '../api/sessionSlice.ts'
import { sessionBannerSlice } from '../shared/sessionBannerSlice.ts'
import { signInSlice } from '../shared/signInSlice.ts'

/** Lazy features declare the state of their slices here by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: see above.
export interface LazyLoadedSlices {}

export const rootReducer = combineSlices(
  sessionSlice,
  signInSlice,
  sessionBannerSlice,
).withLazyLoadedSlices<LazyLoadedSlices>()

export const dynamicMiddleware = createDynamicMiddleware()

/** Includes the state of the API: code that reads it has imported the client, so it exists. */
export type RootState = ReturnType<typeof rootReducer> & { api: ReturnType<typeof api.reducer> }

// No time limit: the development checks should warn about what they find, not about a slow machine.
const check = { warnAfter: Number.POSITIVE_INFINITY }

export function makeStore() {
  return configureStore({
    reducer: rootReducer,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({ immutableCheck: check, serializableCheck: check }).concat(
        dynamicMiddleware.middleware,
      ),
    devTools: import.meta.env.DEV,
  })
}

export type AppStore = ReturnType<typeof makeStore>
export type AppDispatch = AppStore['dispatch']

let storeOfPage: AppStore | undefined

/**
 * The store of the current page. The frame and code that adds data before the first render use the
 * same one. In the build each prerendered page has its own.
 */
export function getPageStore(): AppStore {
  if (typeof window === 'undefined') return makeStore()
  storeOfPage ??= makeStore()
  return storeOfPage
}
