// One connection to the event stream, with the reconnect delays of the specification: 1, 2, 4, 8 and 16 s,
// then an error until `retry` is called.
//
// An EventSource does not tell why it was refused. So the first refusal checks the session with another
// request, and the attempts after it use `fetch`, which can tell a 401 from a 503.

import { liveStream, notificationReconnect } from '../../app/limits.ts'
import type { Renewal } from '../../app/refresh.ts'
import {
  type InboxChange,
  type InitialState,
  parseBody,
  parseChange,
  parseInitialState,
  type StreamErrorKind,
  type StreamState,
} from './streamEvents.ts'

export type StreamHandlers = {
  onState: (state: StreamState) => void
  onInitialState: (initialState: InitialState) => void
  /** `isMissed`: the change happened while there was no connection. */
  onChange: (change: InboxChange, isMissed: boolean) => void
  onCaughtUp: () => void
  onBlocked: () => void
}

export type StreamDeps = {
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
  let source: EventSource | null = null
  let probe: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Counts the connections: results of an older connection are ignored. */
  let generation = 0
  let attempts = 0
  let isReasonUnknown = false
  let renewedAt = Number.NEGATIVE_INFINITY

  function stop() {
    generation += 1
    clearTimeout(timer)
    source?.close()
    probe?.abort()
    source = probe = null
  }

  function connect() {
    stop()
    handlers.onState({ connection: 'connecting', failure: null })
    if (isReasonUnknown) void checkThenConnect()
    else openEventSource()
  }

  function fail(failure: StreamErrorKind) {
    stop()
    handlers.onState({ connection: 'error', failure })
  }

  function connectLater(delay: number) {
    stop()
    handlers.onState({ connection: 'connecting', failure: null })
    timer = setTimeout(connect, delay)
  }

  /** Reconnecting at once would close another stream of the user, whose client would do the same. */
  function pause() {
    stop()
    handlers.onState({ connection: 'paused', failure: null })
  }

  function retryWithBackoff() {
    const { firstDelay, cap, attempts: maximum } = notificationReconnect
    if (attempts >= maximum) {
      fail('unreachable')
      return
    }
    connectLater(Math.min(cap, firstDelay * 2 ** attempts))
    attempts += 1
  }

  function openEventSource() {
    const since = deps.since()
    let replayedUntil = since ?? 0
    const opened = new EventSource(deps.streamUrl(since))
    source = opened
    opened.addEventListener('authenticated', (event) => {
      const initialState = parseInitialState(event, since)
      attempts = 0
      replayedUntil = since === null || initialState.resync ? 0 : (initialState.revision ?? 0)
      handlers.onState({ connection: 'connected', failure: null })
      handlers.onInitialState(initialState)
      if (since !== null && replayedUntil <= since) handlers.onCaughtUp()
    })
    opened.addEventListener('notification', (event) => {
      const change = parseChange(event)
      if (!change) return
      const revision = change.revision ?? Number.POSITIVE_INFINITY
      handlers.onChange(change, revision <= replayedUntil)
      if (revision >= replayedUntil && replayedUntil > 0) {
        replayedUntil = 0
        handlers.onCaughtUp()
      }
    })
    opened.addEventListener('server_shutdown', (event) => {
      const wait = Number(parseBody(event).reconnect_in)
      connectLater(
        Number.isFinite(wait) ? Math.min(notificationReconnect.cap, Math.max(0, wait)) : 0,
      )
    })
    opened.addEventListener('error', (event) => {
      // The server's own `error` event carries data, the browser's has none.
      if ('data' in event) handleServerError(parseBody(event as MessageEvent).code)
      else handleConnectionError(opened.readyState === EventSource.CLOSED)
    })
  }

  function handleServerError(code: unknown) {
    if (code === tooMany) pause()
    else if (code === blocked || renewable.includes(code)) void handleRefusal(code)
    else retryWithBackoff()
  }

  /** The connection failed. `isRefusal`: there was a response, but it was not a stream. */
  function handleConnectionError(isRefusal: boolean) {
    retryWithBackoff()
    if (!isRefusal || isReasonUnknown) return
    isReasonUnknown = true
    const current = generation
    void deps.isSessionRefused().then((isRefused) => {
      if (isRefused && generation === current) fail('unauthorized')
    })
  }

  /** Requests the stream with `fetch` to see the status; if it is accepted, connects with an EventSource. */
  async function checkThenConnect() {
    const current = generation
    const controller = new AbortController()
    probe = controller
    const answer = await fetch(deps.streamUrl(deps.since()), {
      headers: { Accept: 'text/event-stream' },
      signal: controller.signal,
    }).catch(() => null)
    if (generation !== current) return
    if (answer?.ok) {
      isReasonUnknown = false
      connect()
    } else if (answer?.status === 401 || answer?.status === 403) {
      const body: { code?: unknown } = await answer.json().catch(() => ({}))
      if (generation === current) await handleRefusal(body.code)
    } else retryWithBackoff()
  }

  async function handleRefusal(code: unknown) {
    stop()
    if (code === blocked) {
      handlers.onState({ connection: 'disconnected', failure: null })
      handlers.onBlocked()
      return
    }
    const mayRenew = Date.now() - renewedAt > liveStream.renewalAtMost
    if (!renewable.includes(code) || !mayRenew) {
      fail(errorForCode(code))
      return
    }
    const current = generation
    const renewal = await deps.renew(code)
    if (generation !== current) return
    if (renewal === 'renewed') {
      renewedAt = Date.now()
      connect()
    } else if (renewal === 'ended') fail(errorForCode(code))
    else retryWithBackoff()
  }

  connect()
  return {
    retry: () => {
      attempts = 0
      connect()
    },
    close: stop,
  }
}
