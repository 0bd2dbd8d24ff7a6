// One connection to the event stream, with the reconnect delays of the specification: 1, 2, 4, 8 and 16 s,
// then an error until `retry` is called. The delays have no jitter, because the server spreads the reconnections
// when it shuts down (`server_shutdown`). The stream's `retry` field is not used.

import type { Renewal } from '../../api/sessionRenewal.ts'
import { liveStream, notificationReconnect } from '../../shared/limits.ts'
import type { ConnectionEnd, readEvents, ServerEvent } from './eventSource.ts'
import {
  type CarHint,
  type ConversationHint,
  type InboxChange,
  type InitialState,
  parseBody,
  parseCarHint,
  parseChange,
  parseHint,
  parseInitialState,
  type StreamErrorKind,
  type StreamState,
} from './parseStreamEvent.ts'

type StreamHandlers = {
  onState: (state: StreamState) => void
  onInitialState: (initialState: InitialState) => void
  /** `isMissed`: the change happened while disconnected. */
  onChange: (change: InboxChange, isMissed: boolean) => void
  /** A conversation has changed, or somebody types in it. Hints are not repeated after a lost connection. */
  onHint: (hint: ConversationHint) => void
  /** A car was reserved, or is free again. */
  onCar?: (hint: CarHint) => void
  onCaughtUp: () => void
  onBlocked: () => void
}

type StreamDeps = {
  /** The newest revision that this browser has; the stream continues from it. */
  since: () => number | null
  streamUrl: (since: number | null) => string
  /** Renews the session. `code` is the server's reason for refusing the token. */
  renew: (code: unknown) => Promise<Renewal>
  readEvents: typeof readEvents
}

export type Stream = { retry: () => void; close: () => void }

const blockedCode = 'account_blocked'
const tooManyStreamsCode = 'too_many_streams'
const renewableCodes: readonly unknown[] = ['token_expired', 'token_invalid', 'unauthorized']

function findErrorKind(code: unknown): StreamErrorKind {
  if (code === 'token_expired') return 'expired'
  return code === 'token_invalid' ? 'invalid' : 'unauthorized'
}

export function openStream(handlers: StreamHandlers, deps: StreamDeps): Stream {
  const connection = new StreamConnection(handlers, deps)
  connection.connect()
  return { retry: () => connection.retry(), close: () => connection.stop() }
}

class StreamConnection {
  private readonly handlers: StreamHandlers
  private readonly deps: StreamDeps
  private connection: AbortController | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Counts the connections: results of an older connection are ignored. */
  private generation = 0
  private attempts = 0
  private renewedAt = Number.NEGATIVE_INFINITY

  constructor(handlers: StreamHandlers, deps: StreamDeps) {
    this.handlers = handlers
    this.deps = deps
  }

  connect() {
    this.stop()
    this.handlers.onState({ connection: 'connecting', failure: null })
    void this.read()
  }

  retry() {
    this.attempts = 0
    this.connect()
  }

  stop() {
    this.generation += 1
    clearTimeout(this.timer)
    this.connection?.abort()
    this.connection = null
  }

  private fail(failure: StreamErrorKind) {
    this.stop()
    this.handlers.onState({ connection: 'error', failure })
  }

  /**
   * Waits for `retry`, because the user has too many streams. An immediate reconnection would close another
   * stream of the user, whose client would do the same.
   */
  private pause() {
    this.stop()
    this.handlers.onState({ connection: 'paused', failure: null })
  }

  private connectLater(delay: number) {
    this.stop()
    this.handlers.onState({ connection: 'connecting', failure: null })
    this.timer = setTimeout(() => this.connect(), delay)
  }

  /** The next attempt waits at least `leastDelay` ms, but at most the cap. */
  private retryWithBackoff(leastDelay = 0) {
    const { firstDelay, cap, attempts: maximum } = notificationReconnect
    if (this.attempts >= maximum) {
      this.fail('unreachable')
      return
    }
    this.connectLater(Math.min(cap, Math.max(leastDelay, firstDelay * 2 ** this.attempts)))
    this.attempts += 1
  }

  private async read() {
    const current = this.generation
    const controller = new AbortController()
    this.connection = controller
    const since = this.deps.since()
    const handleEvent = this.createEventHandler(since)
    const end = await this.deps.readEvents(this.deps.streamUrl(since), {
      signal: controller.signal,
      onEvent: (event) => {
        if (this.generation === current) handleEvent(event)
      },
    })
    if (this.generation === current) await this.handleEnd(end)
  }

  private createEventHandler(since: number | null): (event: ServerEvent) => void {
    const { handlers } = this
    let replayedUntil = since ?? 0
    return (event) => {
      switch (event.name) {
        case 'authenticated': {
          const initialState = parseInitialState(event, since)
          this.attempts = 0
          replayedUntil = since === null || initialState.resync ? 0 : (initialState.revision ?? 0)
          handlers.onState({ connection: 'connected', failure: null })
          handlers.onInitialState(initialState)
          if (since !== null && replayedUntil <= since) handlers.onCaughtUp()
          break
        }
        case 'notification': {
          const change = parseChange(event)
          if (!change) return
          const revision = change.revision ?? Number.POSITIVE_INFINITY
          handlers.onChange(change, revision <= replayedUntil)
          if (revision >= replayedUntil && replayedUntil > 0) {
            replayedUntil = 0
            handlers.onCaughtUp()
          }
          break
        }
        case 'conversation': {
          const hint = parseHint(event)
          if (hint) handlers.onHint(hint)
          break
        }
        case 'car': {
          const hint = parseCarHint(event)
          if (hint) handlers.onCar?.(hint)
          break
        }
        case 'server_shutdown':
          this.handleShutdown(event)
          break
        case 'error':
          this.handleServerError(parseBody(event).code)
      }
    }
  }

  /** The server is restarting and sends the delay (ms). The lost connection is not a failed attempt. */
  private handleShutdown(event: ServerEvent) {
    const wait = Number(parseBody(event).reconnect_in)
    const delay = Math.min(notificationReconnect.cap, Math.max(0, wait))
    this.connectLater(Number.isFinite(wait) ? delay : 0)
  }

  private handleServerError(code: unknown) {
    if (code === tooManyStreamsCode) this.pause()
    else if (code === blockedCode || renewableCodes.includes(code)) void this.handleRefusal(code)
    else this.retryWithBackoff()
  }

  /** A 401 or 403 has a reason to act on. Any other end is a failed attempt. */
  private async handleEnd(end: ConnectionEnd) {
    if (end.kind === 'lost') this.retryWithBackoff()
    else if (end.status === 401 || end.status === 403) await this.handleRefusal(end.code)
    else if (end.status === 429) this.retryWithBackoff((end.retryAfterSeconds ?? 0) * 1000)
    else this.retryWithBackoff()
  }

  private endBlocked() {
    this.handlers.onState({ connection: 'disconnected', failure: null })
    this.handlers.onBlocked()
  }

  private async handleRefusal(code: unknown) {
    this.stop()
    if (code === blockedCode) {
      this.endBlocked()
      return
    }
    const mayRenew = Date.now() - this.renewedAt > liveStream.renewalAtMost
    if (!renewableCodes.includes(code) || !mayRenew) {
      this.fail(findErrorKind(code))
      return
    }
    const current = this.generation
    const renewal = await this.deps.renew(code)
    if (this.generation !== current) return
    if (renewal === 'renewed') {
      this.renewedAt = Date.now()
      this.connect()
    } else if (renewal === 'blocked') this.endBlocked()
    else if (renewal === 'ended') this.fail(findErrorKind(code))
    else this.retryWithBackoff()
  }
}
