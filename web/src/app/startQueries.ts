// A client page asks for its data beside its code, not after its first render. The requests have no subscriber: the page's
// own hooks take the answers from the cache.

import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import { maySignIn } from '../api/api.ts'
import { pageStore } from './store.ts'

/** What `initiate()` returns. Its own state is that of the API client alone. */
// biome-ignore lint/suspicious/noExplicitAny: RTK Query types the state and the argument of its thunks so.
type Query = ThunkAction<unknown, any, any, UnknownAction>

/** Starts queries of a page that anybody may see; a `clientLoader` returns it. */
export function startQueries(...queries: readonly Query[]): null {
  const { dispatch } = pageStore()
  for (const query of queries) dispatch(query)
  return null
}

/** Starts queries of a signed-in user, before the session is restored; a visitor causes no request. */
export function startPersonalQueries(...queries: readonly Query[]): null {
  return maySignIn() ? startQueries(...queries) : null
}

/** The options of `initiate()` for such a query. */
export const beforeRender = { subscribe: false } as const
