// The log of this browser: the last thousand lines are kept in memory, and errors are sent to the server,
// which masks personal data once more. While the server does not answer, retries become less frequent.

import { calls } from '../api/calls.ts'
import { origin } from './env.ts'
import { read, storageKeys } from './storage.ts'

/** How many entries are kept until they are sent. */
export const logBuffer = 1000

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
const batch = 50

const sessionKey = 'log_session_id'
let ownSessionId: string | undefined

/** One random id for each tab, so that the lines of one visit can be read together. */
function sessionId(): string {
  ownSessionId ??= readSessionId()
  return ownSessionId
}

function readSessionId(): string {
  const created = crypto.randomUUID()
  try {
    const stored = sessionStorage.getItem(sessionKey)
    if (!stored) sessionStorage.setItem(sessionKey, created)
    return stored ?? created
  } catch {
    // Without storage the id lasts until the page is reloaded.
    return created
  }
}

const lines: LogLine[] = []
let pending: LogLine[] = []
let retryDelay = firstRetryDelay
let sendTimer: ReturnType<typeof setTimeout> | undefined

/** The stored lines, oldest first. */
export const logLines = (): readonly LogLine[] => lines

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
  if (lines.length > logBuffer) lines.shift()
  if (level !== 'error') return
  pending = [...pending, line].slice(-logBuffer)
  if (sendTimer === undefined) sendTimer = setTimeout(sendPending, 0)
}

async function sendPending(): Promise<void> {
  const sentLines = pending.slice(0, batch)
  const isAccepted = await postLines(sentLines).catch(() => false)
  if (isAccepted) {
    pending = pending.filter((line) => !sentLines.includes(line))
    retryDelay = firstRetryDelay
  } else {
    retryDelay = Math.min(retryDelay * 2, longestRetryDelay)
  }
  sendTimer = pending.length > 0 ? setTimeout(sendPending, retryDelay) : undefined
}

async function postLines(postedLines: LogLine[]): Promise<boolean> {
  const sender = { userId: read(storageKeys.userId), sessionId: sessionId() }
  const response = await fetch(origin + calls.logs, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(
      postedLines.map(({ at, ...line }) => ({
        ...line,
        ...sender,
        data: { at, ...asObject(line.data) },
      })),
    ),
    keepalive: true,
  })
  // A line that the server rejected as malformed would be rejected again, so it is dropped.
  return response.ok || response.status === 422
}

const asObject = (data: unknown) => (data && typeof data === 'object' ? data : { data })

const textOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason))
const stackOf = (reason: unknown) =>
  reason instanceof Error ? { stack: reason.stack?.split('\n').slice(0, 8) } : undefined

/** Logs uncaught errors and unhandled promise rejections. */
export function logUncaughtErrors(): void {
  window.addEventListener('error', (event) => {
    log('error', 'window', event.message, stackOf(event.error))
  })
  window.addEventListener('unhandledrejection', (event) => {
    log('error', 'promise', textOf(event.reason), stackOf(event.reason))
  })
}

/** For error boundaries: a part that failed to render. */
export function logError(context: string, reason: unknown): void {
  log('error', context, textOf(reason), stackOf(reason))
}
