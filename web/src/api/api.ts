// The only API client of the web app. Features inject their endpoints into it. It handles what all
// requests have in common: credentials, request id, problem documents, renewal of an expired
// session.

import {
  type BaseQueryApi,
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react'
import { dynamicMiddleware, type RootState, rootReducer } from '../app/store.ts'
import { origin } from '../platform/env.ts'
import { fetchAndCache } from '../platform/offlineCache.ts'
import { hasSessionHint } from '../platform/privateStorage.ts'
import { read, storageKeys } from '../platform/storage.ts'
import { requestTimeout } from '../shared/limits.ts'
import { recordFailedCall } from './failedCalls.ts'
import { type Problem, toProblem } from './problem.ts'
import {
  type SessionProblem,
  sessionEnded,
  sessionStalled,
  sessionStalledUnseen,
} from './sessionActions.ts'
import { renewSession } from './sessionRenewal.ts'
import { markBlocked } from './sessionSlice.ts'

const send = fetchBaseQuery({
  baseUrl: origin,
  credentials: 'same-origin',
  headers: { Accept: 'application/json' },
  timeout: requestTimeout,
  fetchFn: fetchAndCache,
})

/**
 * Error codes of a 401 that is about the session. `unexpected` stands for a 401 without a code. A wrong
 * password has another code.
 */
export const sessionRefusals: ReadonlySet<string> = new Set([
  'token_expired',
  'token_invalid',
  'unauthorized',
  'unexpected',
])

/** Reason of the banner for a session that could not be renewed. */
const endReasons: Readonly<Record<string, SessionProblem>> = {
  token_expired: 'expired',
  token_invalid: 'error',
}

/** A visitor's 401 is final; a signed-in customer's may only mean that the 15-minute token has expired. */
export function mayBeSignedIn(): boolean {
  return read(storageKeys.isAuthenticated) === 'true' || hasSessionHint()
}

function addTracingHeaders(args: string | FetchArgs): FetchArgs {
  const call = typeof args === 'string' ? { url: args } : args
  const headers = new Headers(call.headers as HeadersInit | undefined)
  const requestId = crypto.randomUUID()
  headers.set('X-Request-ID', requestId)
  headers.set('traceparent', createTraceparent(requestId))
  return { ...call, headers }
}

/** The trace id is the request id, so the code that a user reads to the support finds the trace. */
function createTraceparent(requestId: string): string {
  const removeHyphens = (id: string) => id.replaceAll('-', '')
  return `00-${removeHyphens(requestId)}-${removeHyphens(crypto.randomUUID()).slice(16)}-01`
}

async function sendAndRecordFailure(call: FetchArgs, baseApi: BaseQueryApi, extra: object) {
  const answer = await send(call, baseApi, extra)
  if (!answer.error) return { data: answer.data, meta: answer.meta }
  const problem = toProblem(answer.error, answer.meta?.response?.headers)
  recordFailedCall(call.url, call.method ?? 'GET', problem)
  return { error: problem, meta: answer.meta }
}

/**
 * `isUnseen`: the page sends this mutation without a user action. All queries count as unseen.
 */
type CallOptions = { isUnseen?: boolean }

export const gatewayQuery: BaseQueryFn<string | FetchArgs, unknown, Problem, CallOptions> = async (
  args,
  baseApi,
  extra,
) => {
  const call = addTracingHeaders(args)
  const sentAt = Date.now()
  const result = await sendAndRecordFailure(call, baseApi, extra)
  if (result.error?.status !== 401 || !sessionRefusals.has(result.error.code) || !mayBeSignedIn())
    return result
  const renewal = await renewSession(sentAt)
  if (renewal === 'renewed') return sendAndRecordFailure(call, baseApi, extra)
  const { code } = result.error
  if (renewal === 'blocked') {
    markBlocked(baseApi.dispatch, baseApi.getState() as RootState)
    return result
  }
  if (renewal === 'ended') {
    baseApi.dispatch(sessionEnded(endReasons[code] ?? 'unauthorized'))
    return result
  }
  const stalled =
    baseApi.type === 'query' || extra?.isUnseen ? sessionStalledUnseen : sessionStalled
  baseApi.dispatch(stalled(code === 'token_invalid' ? 'error' : 'expired'))
  return result
}

export const api = createApi({
  reducerPath: 'api',
  baseQuery: gatewayQuery,
  tagTypes: [
    'Settings',
    'Me',
    'Session',
    'Consent',
    'Identity',
    'SecondFactor',
    'User',
    'Car',
    'Favorite',
    'SavedSearch',
    'ListFilter',
    'PriceLimit',
    'Post',
    'Category',
    'Comment',
    'TeamMember',
    'Contact',
    'Request',
    'Order',
    'Conversation',
    'Booking',
    'Payment',
    'Reservation',
    'Media',
    'Notification',
    'NotificationPreferences',
    'NotificationTelegram',
    'Campaign',
    'Template',
    'Calculation',
    'Edition',
    'Status',
    'Webhook',
    'ApiKey',
    'IncidentTemplate',
    'Incident',
    'Maintenance',
    'Log',
    'Audit',
  ],
  endpoints: () => ({}),
})

rootReducer.inject(api)
dynamicMiddleware.addMiddleware(api.middleware)
