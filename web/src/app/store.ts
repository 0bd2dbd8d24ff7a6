// The store begins with the state of the shell. The data client (api/api.ts) and the state of lazy features are added
// when their code is loaded; Redux Toolkit comes with them (docs/decisions/0132).

import {
  applyMiddleware,
  combineReducers,
  compose,
  legacy_createStore,
  type Middleware,
  type Reducer,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit'
import type { api } from '../api/api.ts'
import { sessionReducer } from '../api/sessionSlice.ts'
import { settingsReducer } from '../api/settingsSlice.ts'
import { sessionBannerReducer } from '../shared/sessionBannerSlice.ts'
import { signInReducer } from '../shared/signInSlice.ts'

const shellReducers = {
  session: sessionReducer,
  settings: settingsReducer,
  signIn: signInReducer,
  sessionBanner: sessionBannerReducer,
}
type ShellState = { [Name in keyof typeof shellReducers]: ReturnType<(typeof shellReducers)[Name]> }

/** The state of lazy features, which add theirs by declaration merging; it is there once their code is loaded. */
// biome-ignore lint/suspicious/noEmptyInterface: see above.
export interface LateState {}

/** Includes the state of the API: code that reads it has imported the client, so it exists. */
export type RootState = ShellState & Partial<LateState> & { api: ReturnType<typeof api.reducer> }
export type AppDispatch = ThunkDispatch<RootState, undefined, UnknownAction>

let reducers: Record<string, Reducer> = shellReducers
let reduceAll = combineReducers(reducers)

/** Adds the state of a feature to every store; it is there after the next action. */
export function addReducer(name: string, reducer: Reducer): void {
  reducers = { ...reducers, [name]: reducer }
  reduceAll = combineReducers(reducers)
}

const lateMiddleware = new Set<Middleware>()

/** Adds middleware to every store, once. */
export function addMiddleware(middleware: Middleware): void {
  lateMiddleware.add(middleware)
}

const runThunks: Middleware =
  ({ dispatch, getState }) =>
  (next) =>
  (action) =>
    typeof action === 'function' ? action(dispatch, getState) : next(action)

const runLateMiddleware: Middleware = (store) => {
  const started = new Map<Middleware, ReturnType<Middleware>>()
  return (next) => (action) => {
    for (const one of lateMiddleware) if (!started.has(one)) started.set(one, one(store))
    return compose<typeof next>(...started.values())(next)(action)
  }
}

export function makeStore(preloadedState?: Partial<RootState>) {
  return legacy_createStore(
    (state: RootState | undefined, action: UnknownAction) => reduceAll(state, action) as RootState,
    preloadedState as RootState | undefined,
    applyMiddleware<AppDispatch, RootState>(runThunks, runLateMiddleware),
  )
}

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

export type AppStore = ReturnType<typeof makeStore>
