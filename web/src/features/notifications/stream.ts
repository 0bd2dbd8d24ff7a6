// One connection to the event stream, with the reconnect delays of the specification: 1, 2, 4, 8 and 16 s,
// then an error until `retry` is called.
//
// An EventSource does not report why it was refused. So the first refusal checks the session with another
// request, and the attempts after it use `fetch`, which can distinguish a 401 from a 503.

import type { Renewal } from '../../api/sessionRenewal.ts'
import { liveStream, notificationReconnect } from '../../shared/limits.ts'
import {
  type ConversationHint,
  type InboxChange,
  type InitialState,
  parseBody,
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
  /** A conversation of an order has changed. Hints are not repeated after a lost connection. */
  onHint: (hint: ConversationHint) => void
  onCaughtUp: () => void
  onBlocked: () => void
}

type StreamDeps = {
  /** The newest revision that this browser has; the stream continues from it. */
  since: () => number | null
  streamUrl: (since: number | null) => string
  /** Renews the session. `code` is the server's reason for refusing the token. */
  renew: (code: unknown) => Promise<Renewal>
  /** Whether the server refuses the session; called once, at the first refusal. */
  isSessionRefused: () => Promise<boolean>
}

export type Stream = { retry: () => void; close: () => void }

const blocked = 'account_blocked'
const tooMany = 'too_many_streams'
const renewable: readonly unknown[] = ['token_expired', 'token_invalid', 'unauthorized']

const errorForCode = (code: unknown): StreamErrorKind =>
  code === 'token_expired' ? 'expired' : code === 'token_invalid' ? 'invalid' : 'unauthorized'

export function openStream(handlers: StreamHandlers, deps: StreamDeps): Stream {
  const connection = new StreamConnection(handlers, deps)
  connection.connect()
  return { retry: () => connection.retry(), close: () => connection.stop() }
}

class StreamConnection {
  private readonly handlers: StreamHandlers
  private readonly deps: StreamDeps
  private source: EventSource | null = null
  private probe: AbortController | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Counts the connections: results of an older connection are ignored. */
  private generation = 0
  private attempts = 0
  private isReasonUnknown = false
  private renewedAt = Number.NEGATIVE_INFINITY

  constructor(handlers: StreamHandlers, deps: StreamDeps) {
    this.handlers = handlers
    this.deps = deps
  }

  connect() {
    this.stop()
    this.handlers.onState({ connection: 'connecting', failure: null })
    if (this.isReasonUnknown) void this.checkThenConnect()
    else this.openEventSource()
  }

  retry() {
    this.attempts = 0
    this.connect()
  }

  stop() {
    this.generation += 1
    clearTimeout(this.timer)
    this.source?.close()
    this.probe?.abort()
    this.source = this.probe = null
  }

  private fail(failure: StreamErrorKind) {
    this.stop()
    this.handlers.onState({ connection: 'error', failure })
  }

  /**
   * An immediate reconnection would close another stream of the user, whose client would do the
   * same.
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

  private retryWithBackoff() {
    const { firstDelay, cap, attempts: maximum } = notificationReconnect
    if (this.attempts >= maximum) {
      this.fail('unreachable')
      return
    }
    this.connectLater(Math.min(cap, firstDelay * 2 ** this.attempts))
    this.attempts += 1
  }

  private openEventSource() {
    const { handlers } = this
    const since = this.deps.since()
    let replayedUntil = since ?? 0
    const source = new EventSource(this.deps.streamUrl(since))
    this.source = source
    source.addEventListener('authenticated', (event) => {
      const initialState = parseInitialState(event, since)
      this.attempts = 0
      replayedUntil = since === null || initialState.resync ? 0 : (initialState.revision ?? 0)
      handlers.onState({ connection: 'connected', failure: null })
      handlers.onInitialState(initialState)
      if (since !== null && replayedUntil <= since) handlers.onCaughtUp()
    })
    source.addEventListener('notification', (event) => {
      const change = parseChange(event)
      if (!change) return
      const revision = change.revision ?? Number.POSITIVE_INFINITY
      handlers.onChange(change, revision <= replayedUntil)
      if (revision >= replayedUntil && replayedUntil > 0) {
        replayedUntil = 0
        handlers.onCaughtUp()
      }
    })
    source.addEventListener('conversation', (event) => {
      const hint = parseHint(event)
      if (hint) handlers.onHint(hint)
    })
    source.addEventListener('server_shutdown', (event) => this.handleShutdown(event))
    source.addEventListener('error', (event) => {
      // The server's own `error` event carries data, the browser's has none.
      if ('data' in event) this.handleServerError(parseBody(event as MessageEvent).code)
      else this.handleConnectionError(source.readyState === EventSource.CLOSED)
    })
  }

  /** The server is restarting. It sends the delay (ms), and this is not a failed attempt. */
  private handleShutdown(event: MessageEvent) {
    const wait = Number(parseBody(event).reconnect_in)
    const delay = Math.min(notificationReconnect.cap, Math.max(0, wait))
    this.connectLater(Number.isFinite(wait) ? delay : 0)
  }

  private handleServerError(code: unknown) {
    if (code === tooMany) this.pause()
    else if (code === blocked || renewable.includes(code)) void this.handleRefusal(code)
    else this.retryWithBackoff()
  }

  /** The connection failed. `isRefusal`: there was a response, but it was not a stream. */
  private handleConnectionError(isRefusal: boolean) {
    this.retryWithBackoff()
    if (!isRefusal || this.isReasonUnknown) return
    this.isReasonUnknown = true
    const current = this.generation
    void this.deps.isSessionRefused().then((isRefused) => {
      if (isRefused && this.generation === current) this.fail('unauthorized')
    })
  }

  /**
   * Requests the stream with `fetch` to see the status. If it is accepted, connects with an
   * EventSource.
   */
  private async checkThenConnect() {
    const current = this.generation
    const controller = new AbortController()
    this.probe = controller
    const answer = await fetch(this.deps.streamUrl(this.deps.since()), {
      headers: { Accept: 'text/event-stream' },
      signal: controller.signal,
    }).catch(() => null)
    if (this.generation !== current) return
    if (answer?.ok) {
      this.isReasonUnknown = false
      this.connect()
    } else if (answer?.status === 401 || answer?.status === 403) {
      const body: { code?: unknown } = await answer.json().catch(() => ({}))
      if (this.generation === current) await this.handleRefusal(body.code)
    } else this.retryWithBackoff()
  }

  private async handleRefusal(code: unknown) {
    this.stop()
    if (code === blocked) {
      this.handlers.onState({ connection: 'disconnected', failure: null })
      this.handlers.onBlocked()
      return
    }
    const mayRenew = Date.now() - this.renewedAt > liveStream.renewalAtMost
    if (!renewable.includes(code) || !mayRenew) {
      this.fail(errorForCode(code))
      return
    }
    const current = this.generation
    const renewal = await this.deps.renew(code)
    if (this.generation !== current) return
    if (renewal === 'renewed') {
      this.renewedAt = Date.now()
      this.connect()
    } else if (renewal === 'ended') this.fail(errorForCode(code))
    else this.retryWithBackoff()
  }
}
