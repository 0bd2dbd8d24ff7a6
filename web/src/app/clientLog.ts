// What went wrong in this browser: the last thousand lines are kept here, and errors are told to the
// server, which masks them once more. A server that does not answer is asked ever more rarely.

import { origin } from './env.ts'
import { logBuffer } from './limits.ts'
import { calls } from './paths.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogLine = {
  at: string
  level: LogLevel
  context: string
  message: string
  data?: unknown
}

const second = 1000
const firstPause = 5 * second
const longestPause = 300 * second
const batch = 50

const lines: LogLine[] = []
let unsent: LogLine[] = []
let pause = firstPause
let sending: ReturnType<typeof setTimeout> | undefined

/** The kept lines, oldest first. */
export const keptLines = (): readonly LogLine[] => lines

export function clearLines(): void {
  lines.length = 0
}

export function note(level: LogLevel, context: string, message: string, data?: unknown): void {
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
  unsent = [...unsent, line].slice(-logBuffer)
  if (sending === undefined) sending = setTimeout(send, 0)
}

async function send(): Promise<void> {
  const told = unsent.slice(0, batch)
  const isTaken = await tell(told).catch(() => false)
  if (isTaken) {
    unsent = unsent.filter((line) => !told.includes(line))
    pause = firstPause
  } else {
    pause = Math.min(pause * 2, longestPause)
  }
  sending = unsent.length > 0 ? setTimeout(send, pause) : undefined
}

async function tell(told: LogLine[]): Promise<boolean> {
  const answer = await fetch(origin + calls.logs, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(
      told.map(({ at, ...line }) => ({ ...line, data: { at, ...asObject(line.data) } })),
    ),
    keepalive: true,
  })
  // What the server refuses as malformed would be refused again.
  return answer.ok || answer.status === 422
}

const asObject = (data: unknown) => (data && typeof data === 'object' ? data : { data })

const textOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason))
const stackOf = (reason: unknown) =>
  reason instanceof Error ? { stack: reason.stack?.split('\n').slice(0, 8) } : undefined

/** Hears what nobody caught. */
export function followErrors(): void {
  window.addEventListener('error', (event) => {
    note('error', 'window', event.message, stackOf(event.error))
  })
  window.addEventListener('unhandledrejection', (event) => {
    note('error', 'promise', textOf(event.reason), stackOf(event.reason))
  })
}

/** For error boundaries: a part that failed to draw. */
export function noteFailure(context: string, reason: unknown): void {
  note('error', context, textOf(reason), stackOf(reason))
}
