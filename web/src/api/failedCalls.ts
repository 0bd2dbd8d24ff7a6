// The last failed requests, for the diagnostics page: support staff find a request by its id. They
// are kept in memory only, without the query string, which may contain a search text.

import type { Problem } from './problem.ts'

export type FailedCall = {
  /** The number of the call among the failed ones of this page: two may share time and request id. */
  number: number
  at: string
  method: string
  path: string
  status: number
  code: string
  requestId?: string
}

const maxCalls = 50
const calls: FailedCall[] = []
let recordedCalls = 0

/** Newest first. */
export const readFailedCalls = (): readonly FailedCall[] => calls

export function clearFailedCalls(): void {
  calls.length = 0
}

export function recordFailedCall(url: string, method: string, problem: Problem): void {
  const { status, code, requestId } = problem
  const path = url.split('?')[0] ?? url
  recordedCalls += 1
  const at = new Date().toISOString()
  calls.unshift({ number: recordedCalls, at, method, path, status, code, requestId })
  calls.splice(maxCalls)
}
