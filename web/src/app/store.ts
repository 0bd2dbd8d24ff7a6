// The Redux store. It begins with the state of the shell; the API client (api/api.ts) and the slices of features add
// themselves when their code is loaded: rootReducer.inject() and dynamicMiddleware.addMiddleware().

import { combineSlices, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit'
import type { api } from '../api/api.ts'
import { sessionSlice } from '../api/sessionSlice.ts'
import { sessionBannerSlice } from '../shared/sessionBannerSlice.ts'
import { signInSlice } from '../shared/signInSlice.ts'

/** The slices of lazy features, which declare theirs here by declaration merging. */
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

// A slow machine is no defect: the checks of development warn about what they find, not about their own time.
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
 * The store of the current page: the frame and what is put into it before it renders use the same one. Each
 * prerendered page has its own.
 */
export function pageStore(): AppStore {
  if (typeof window === 'undefined') return makeStore()
  storeOfPage ??= makeStore()
  return storeOfPage
}
