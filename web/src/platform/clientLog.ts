// The log of this browser. The last thousand lines are kept in memory. Errors are sent to the
// server, which masks personal data before it stores them. While the server does not accept them,
// retries become less frequent.

import { calls } from '../api/calls.ts'
import { origin } from './env.ts'
import { read, storageKeys, tabKeys } from './storage.ts'

/** Maximum number of lines kept in memory. */
export const maxLogLines = 1000

type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogLine = {
  at: string
  level: LogLevel
  context: string
  message: string
  data?: unknown
}

const second = 1000
const firstRetryDelay = 5 * second
const longestRetryDelay = 300 * second
/** Maximum number of lines in one request. */
const maxBatchLines = 50
/**
 * Maximum size of one body in bytes. Browsers refuse a `keepalive` request if the bodies of all such
 * requests of the page are over 64 KiB together (the Fetch standard). The rest is a margin.
 */
const bodyLimit = 60 * 1024
/** Statuses after which a retry of the same body is useless. */
const finalRefusals: readonly number[] = [400, 413, 415, 422]

let ownSessionId: string | undefined

/** A random id of the tab. It groups the lines of one visit. */
function getSessionId(): string {
  ownSessionId ??= readSessionId()
  return ownSessionId
}

function readSessionId(): string {
  const created = crypto.randomUUID()
  try {
    const stored = sessionStorage.getItem(tabKeys.logSession)
    if (!stored) sessionStorage.setItem(tabKeys.logSession, created)
    return stored ?? created
  } catch {
    // Without storage the id lasts until a reload.
    return created
  }
}

const lines: LogLine[] = []
let pending: LogLine[] = []
let retryDelay = firstRetryDelay
let sendTimer: ReturnType<typeof setTimeout> | undefined

/** The stored lines, oldest first. */
export const readLogLines = (): readonly LogLine[] => lines

export function clearLog(): void {
  lines.length = 0
}

export function log(level: LogLevel, context: string, message: string, data?: unknown): void {
  const line = {
    at: new Date().toISOString(),
    level,
    context,
    message: message.slice(0, 4000),
    data,
  }
  lines.push(line)
  if (lines.length > maxLogLines) lines.shift()
  if (level !== 'error') return
  pending = [...pending, line].slice(-maxLogLines)
  if (sendTimer === undefined) sendTimer = setTimeout(sendPending, 0)
}

const countBytes = (text: string) => new TextEncoder().encode(text).length

/** The oldest lines that fit into one request, at least one. */
function takeBatch(): { sentLines: LogLine[]; body: string } {
  let sentLines = pending.slice(0, maxBatchLines)
  let body = serializeLines(sentLines)
  while (sentLines.length > 1 && countBytes(body) > bodyLimit) {
    sentLines = sentLines.slice(0, Math.ceil(sentLines.length / 2))
    body = serializeLines(sentLines)
  }
  return { sentLines, body }
}

async function sendPending(): Promise<void> {
  const { sentLines, body } = takeBatch()
  const isAccepted = await postLines(body).catch(() => false)
  if (isAccepted) {
    pending = pending.filter((line) => !sentLines.includes(line))
    retryDelay = firstRetryDelay
  } else {
    retryDelay = Math.min(retryDelay * 2, longestRetryDelay)
  }
  sendTimer = pending.length > 0 ? setTimeout(sendPending, retryDelay) : undefined
}

function serializeLines(postedLines: readonly LogLine[]): string {
  const sender = { userId: read(storageKeys.userId), sessionId: getSessionId() }
  return JSON.stringify(
    postedLines.map(({ at, ...line }) => ({
      ...line,
      ...sender,
      data: { at, ...toObject(line.data) },
    })),
  )
}

/** Whether the server has stored the lines, or will never accept them. */
async function postLines(body: string): Promise<boolean> {
  const response = await fetch(origin + calls.logs, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    // `keepalive` lets the request outlive the page. A single longer line is sent only while the
    // page is open.
    keepalive: countBytes(body) <= bodyLimit,
  })
  return response.ok || finalRefusals.includes(response.status)
}

const toObject = (data: unknown) => (data && typeof data === 'object' ? data : { data })

const describeReason = (reason: unknown) =>
  reason instanceof Error ? reason.message : String(reason)
const readStack = (reason: unknown) =>
  reason instanceof Error ? { stack: reason.stack?.split('\n').slice(0, 8) } : undefined

/** Logs uncaught errors and unhandled promise rejections. */
export function logUncaughtErrors(): void {
  window.addEventListener('error', (event) => {
    log('error', 'window', event.message, readStack(event.error))
  })
  window.addEventListener('unhandledrejection', (event) => {
    log('error', 'promise', describeReason(event.reason), readStack(event.reason))
  })
}

/** Logs an error that an error boundary caught. */
export function logError(context: string, reason: unknown): void {
  log('error', context, describeReason(reason), readStack(reason))
}
