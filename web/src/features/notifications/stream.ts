// One connection to the event stream, with the reconnect rules of the specification: 1, 2, 4, 8 and
// 16 s, then a failure until somebody asks again.
//
// An EventSource does not say why it was refused. So the first refusal has the session checked by
// another call, and the attempts after it are made with `fetch`, which does tell a 401 from a 503.

import { liveStream, notificationReconnect } from '../../app/limits.ts'
import type { Renewal } from '../../app/refresh.ts'
import {
  bodyOf,
  type Failure,
  type Greeting,
  greetingOf,
  type News,
  newsOf,
  type StreamState,
} from './streamWords.ts'

export type Ears = {
  onState: (state: StreamState) => void
  onGreeting: (greeting: Greeting) => void
  /** `isMissed`: it happened while there was no connection. */
  onNews: (news: News, isMissed: boolean) => void
  onCaughtUp: () => void
  onBlocked: () => void
}

export type Means = {
  /** The revision this browser knows, to go on from there. */
  since: () => number | null
  address: (since: number | null) => string
  /** `code`: why the server no longer took the token. */
  renew: (code: unknown) => Promise<Renewal>
  /** Whether the session still stands; asked once, at the first refusal. */
  isSessionRefused: () => Promise<boolean>
}

export type Stream = { retry: () => void; close: () => void }

const blocked = 'account_blocked'
const renewable: readonly unknown[] = ['token_expired', 'token_invalid', 'unauthorized']

const failureOf = (code: unknown): Failure =>
  code === 'token_expired' ? 'expired' : code === 'token_invalid' ? 'invalid' : 'unauthorized'

export function openStream(ears: Ears, means: Means): Stream {
  let source: EventSource | null = null
  let probe: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What came from an older connection is dropped. */
  let turn = 0
  let attempts = 0
  let isReasonUnknown = false
  let renewedAt = Number.NEGATIVE_INFINITY

  function halt() {
    turn += 1
    clearTimeout(timer)
    source?.close()
    probe?.abort()
    source = probe = null
  }

  function connect() {
    halt()
    ears.onState({ connection: 'connecting', failure: null })
    if (isReasonUnknown) void ask()
    else listen()
  }

  function fail(failure: Failure) {
    halt()
    ears.onState({ connection: 'error', failure })
  }

  function later(delay: number) {
    halt()
    ears.onState({ connection: 'connecting', failure: null })
    timer = setTimeout(connect, delay)
  }

  function lost() {
    const { firstDelay, cap, attempts: maximum } = notificationReconnect
    if (attempts >= maximum) {
      fail('unreachable')
      return
    }
    later(Math.min(cap, firstDelay * 2 ** attempts))
    attempts += 1
  }

  function listen() {
    const since = means.since()
    let replayedUntil = since ?? 0
    const opened = new EventSource(means.address(since))
    source = opened
    opened.addEventListener('authenticated', (event) => {
      const greeting = greetingOf(event, since)
      attempts = 0
      replayedUntil = since === null || greeting.resync ? 0 : (greeting.revision ?? 0)
      ears.onState({ connection: 'connected', failure: null })
      ears.onGreeting(greeting)
      if (since !== null && replayedUntil <= since) ears.onCaughtUp()
    })
    opened.addEventListener('notification', (event) => {
      const news = newsOf(event)
      if (!news) return
      const revision = news.revision ?? Number.POSITIVE_INFINITY
      ears.onNews(news, revision <= replayedUntil)
      if (revision >= replayedUntil && replayedUntil > 0) {
        replayedUntil = 0
        ears.onCaughtUp()
      }
    })
    opened.addEventListener('server_shutdown', (event) => {
      const wait = Number(bodyOf(event).reconnect_in)
      later(Number.isFinite(wait) ? Math.min(notificationReconnect.cap, Math.max(0, wait)) : 0)
    })
    opened.addEventListener('error', (event) => {
      // The server's own `error` event carries data, the browser's has none.
      if ('data' in event) told(bodyOf(event as MessageEvent).code)
      else dropped(opened.readyState === EventSource.CLOSED)
    })
  }

  function told(code: unknown) {
    if (code === blocked || renewable.includes(code)) void refused(code)
    else lost()
  }

  /** The connection is gone; `isRefusal`: an answer came, and it was no stream. */
  function dropped(isRefusal: boolean) {
    lost()
    if (!isRefusal || isReasonUnknown) return
    isReasonUnknown = true
    const asked = turn
    void means.isSessionRefused().then((isRefused) => {
      if (isRefused && turn === asked) fail('unauthorized')
    })
  }

  /** Opens the stream only to see how it is answered, and leaves it to `listen` when all is well. */
  async function ask() {
    const asked = turn
    const controller = new AbortController()
    probe = controller
    const answer = await fetch(means.address(means.since()), {
      headers: { Accept: 'text/event-stream' },
      signal: controller.signal,
    }).catch(() => null)
    if (turn !== asked) return
    if (answer?.ok) {
      isReasonUnknown = false
      connect()
    } else if (answer?.status === 401 || answer?.status === 403) {
      const body: { code?: unknown } = await answer.json().catch(() => ({}))
      if (turn === asked) await refused(body.code)
    } else lost()
  }

  async function refused(code: unknown) {
    halt()
    if (code === blocked) {
      ears.onState({ connection: 'disconnected', failure: null })
      ears.onBlocked()
      return
    }
    const mayRenew = Date.now() - renewedAt > liveStream.renewalAtMost
    if (!renewable.includes(code) || !mayRenew) {
      fail(failureOf(code))
      return
    }
    const asked = turn
    const renewal = await means.renew(code)
    if (turn !== asked) return
    if (renewal === 'renewed') {
      renewedAt = Date.now()
      connect()
    } else if (renewal === 'ended') fail(failureOf(code))
    else lost()
  }

  connect()
  return {
    retry: () => {
      attempts = 0
      connect()
    },
    close: halt,
  }
}
