// The store starts with what the shell needs. The data client (app/api.ts) and the slices of lazily
// loaded features join it when their code arrives.

import { combineSlices, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit'
import type { api } from './api.ts'
import { sessionSlice } from './sessionSlice.ts'
import { settingsSlice } from './settingsSlice.ts'
import { signInSlice } from './signInSlice.ts'
import { troubleSlice } from './troubleSlice.ts'

/** A feature extends this with `WithSlice<typeof itsSlice>` and calls `rootReducer.inject(itsSlice)`. */
// biome-ignore lint/suspicious/noEmptyInterface: features add their slices by declaration merging.
export interface LazyLoadedSlices {}

export const rootReducer = combineSlices(
  sessionSlice,
  settingsSlice,
  signInSlice,
  troubleSlice,
).withLazyLoadedSlices<LazyLoadedSlices>()

export const lateMiddleware = createDynamicMiddleware()

export function makeStore(preloadedState?: Partial<RootState>) {
  return configureStore({
    reducer: rootReducer,
    preloadedState,
    middleware: (defaults) => defaults().concat(lateMiddleware.middleware),
  })
}

/** Whoever reads the data client's part has imported the client: to him it is always there. */
export type RootState = ReturnType<typeof rootReducer> & { api: ReturnType<typeof api.reducer> }
export type AppStore = ReturnType<typeof makeStore>
export type AppDispatch = AppStore['dispatch']
