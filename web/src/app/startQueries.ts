// A client page requests its data in parallel with its code, not after its first render. The
// requests have no subscriber; the page's own hooks find the responses in the cache.

import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { mayBeSignedIn } from '../api/api.ts'
import { isRecordMissing } from '../api/problem.ts'
import type { User } from '../api/sessionActions.ts'
import { read, storageKeys } from '../platform/storage.ts'
import { recordTimeout } from '../shared/limits.ts'
import { getPageStore } from './store.ts'

/** The result of `initiate()`. */
// biome-ignore lint/suspicious/noExplicitAny: RTK Query types the state and the extra argument of its thunks as any.
type Query = ThunkAction<unknown, any, any, UnknownAction>

/** Starts queries of a page that anybody may see; a `clientLoader` returns it. */
export function startQueries(...queries: readonly Query[]): null {
  const { dispatch } = getPageStore()
  for (const query of queries) dispatch(query)
  return null
}

/**
 * Starts queries of a signed-in user before the session is restored. For a visitor it sends no
 * request.
 */
export function startPersonalQueries(...queries: readonly Query[]): null {
  return mayBeSignedIn() ? startQueries(...queries) : null
}

/**
 * Starts queries of the admin panel. A customer whom this browser remembers has no access to it, and
 * each request would be refused: for them it sends none.
 */
export function startPanelQueries(...queries: readonly Query[]): null {
  return isCustomerRemembered() ? null : startPersonalQueries(...queries)
}

/** Whether the last user of this browser was not an administrator. False if nobody is remembered. */
function isCustomerRemembered(): boolean {
  try {
    const user: Partial<User> = JSON.parse(read(storageKeys.user) ?? '{}')
    return user.is_admin === false
  } catch {
    return false
  }
}

/**
 * Requests the record that a page is about. Throws the route's 404 if the service has no such record;
 * the route's error boundary renders it (MissingRecord.tsx). The page itself shows any other failure,
 * with a retry. After `recordTimeout` the page is rendered without the answer. The page then shows a
 * missing record by itself, as the error boundary would.
 */
export async function findRecord(query: Query): Promise<null> {
  const answer = await Promise.race([getPageStore().dispatch(query), waitForTimeout()])
  if (isRecordMissing((answer as { error?: unknown } | undefined)?.error))
    throw data(null, { status: 404 })
  return null
}

/** Like `findRecord`, for a record of a signed-in user. For a visitor it sends no request. */
export async function findPersonalRecord(query: Query): Promise<null> {
  return mayBeSignedIn() ? findRecord(query) : null
}

/** A `clientLoader` of paths without a page. */
export function refuseUnknownPath(): never {
  throw data(null, { status: 404 })
}

const waitForTimeout = () => new Promise((resolve) => setTimeout(resolve, recordTimeout))

/** Options of `initiate()` for these queries. */
export const beforeRender = { subscribe: false } as const

export type LoaderArgs = { request: Request }

/** The search parameters of the page whose loader runs. */
export const readSearchParams = ({ request }: LoaderArgs): URLSearchParams =>
  new URL(request.url).searchParams

/**
 * Whether a loader runs for this navigation: only if the path differs. A filter, a tab or a row changes
 * the query string. Then the page's hooks request the new data, and the URL changes at once.
 */
export const isOtherPage = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname
