import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Renewal } from '../../api/sessionRenewal.ts'
import type { ConnectionEnd, readEvents, ServerEvent } from './eventSource.ts'
import type { InboxChange, StreamState } from './parseStreamEvent.ts'
import { openStream, type Stream } from './stream.ts'

const url = 'http://site.test/api/sse/notifications'

/** A connection that the test drives; `read` stands in for readEvents. */
class FakeConnection {
  static opened: FakeConnection[] = []
  static openedAt: number[] = []
  readonly url: string
  private readonly onEvent: (event: ServerEvent) => void
  private end: (end: ConnectionEnd) => void = () => {}

  static readonly read: typeof readEvents = (openedUrl, { onEvent }) => {
    const connection = new FakeConnection(openedUrl, onEvent)
    FakeConnection.opened.push(connection)
    FakeConnection.openedAt.push(Date.now())
    return new Promise((resolve) => {
      connection.end = resolve
    })
  }

  constructor(openedUrl: string, onEvent: (event: ServerEvent) => void) {
    this.url = openedUrl
    this.onEvent = onEvent
  }
  emit(name: string, data: object, lastEventId = '') {
    this.emitText(name, JSON.stringify(data), lastEventId)
  }
  emitText(name: string, data: string, lastEventId = '') {
    this.onEvent({ name, data, lastEventId })
  }
  /** Ends the connection as lost: it broke, or there was no response. */
  async breakOff() {
    this.end({ kind: 'lost' })
    await flush()
  }
  async refuse(status: number, code = 'unavailable', retryAfterSeconds: number | null = null) {
    this.end({ kind: 'refused', status, code, retryAfterSeconds })
    await flush()
  }
}

const getLast = () => FakeConnection.opened.at(-1) as FakeConnection

function openTestStream(options: { renewal?: Renewal; since?: () => number | null } = {}) {
  const received: {
    states: StreamState[]
    changes: [InboxChange['action'], boolean][]
    caughtUp: number
  } = {
    states: [],
    changes: [],
    caughtUp: 0,
  }
  const renew = vi.fn(async (): Promise<Renewal> => options.renewal ?? 'renewed')
  const blocked = vi.fn()
  const stream = openStream(
    {
      onState: (state) => received.states.push(state),
      onInitialState: () => {},
      onChange: (change, isMissed) => received.changes.push([change.action, isMissed]),
      onHint: () => {},
      onCaughtUp: () => {
        received.caughtUp += 1
      },
      onBlocked: blocked,
    },
    {
      since: options.since ?? (() => null),
      streamUrl: (since) => (since === null ? url : `${url}?lastEventId=${since}`),
      renew,
      readEvents: FakeConnection.read,
    },
  )
  opened.push(stream)
  return { stream, received, renew, blocked, state: () => received.states.at(-1) }
}

let opened: Stream[] = []

beforeEach(() => {
  vi.useFakeTimers()
  FakeConnection.opened = []
  FakeConnection.openedAt = []
})
afterEach(() => {
  for (const stream of opened) stream.close()
  opened = []
  vi.useRealTimers()
})

/** Runs the code after the end of a connection without advancing the time. */
const flush = () => vi.advanceTimersByTimeAsync(0)

describe('reconnecting', () => {
  it('waits exactly 1, 2, 4, 8 and 16 s, then shows an error', async () => {
    const { state } = openTestStream()
    const start = Date.now()
    for (const wait of [1, 2, 4, 8, 16]) {
      await getLast().breakOff()
      expect(state()).toEqual({ connection: 'connecting', failure: null })
      const before = FakeConnection.opened.length
      await vi.advanceTimersByTimeAsync(wait * 1000 - 1)
      expect(FakeConnection.opened).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(FakeConnection.opened).toHaveLength(before + 1)
    }
    await getLast().breakOff()
    expect(state()).toEqual({ connection: 'error', failure: 'unreachable' })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(FakeConnection.openedAt.map((at) => (at - start) / 1000)).toEqual([0, 1, 3, 7, 15, 31])
  })

  it('starts again when retry is called', async () => {
    const { stream, state } = openTestStream()
    for (let i = 0; i < 6; i += 1) {
      await getLast().breakOff()
      vi.advanceTimersByTime(16_000)
    }
    expect(state()?.failure).toBe('unreachable')
    stream.retry()
    expect(state()).toEqual({ connection: 'connecting', failure: null })
    getLast().emit('authenticated', { unread_count: 0, revision: 1 })
    expect(state()).toEqual({ connection: 'connected', failure: null })
  })

  it('starts with the first delay after a successful connection', async () => {
    openTestStream()
    await getLast().breakOff()
    vi.advanceTimersByTime(1000)
    getLast().emit('authenticated', { unread_count: 0, revision: 1 })
    await getLast().breakOff()
    vi.advanceTimersByTime(1000)
    expect(FakeConnection.opened).toHaveLength(3)
  })

  it('reconnects after the delay of a server shutdown, which is not a failed attempt', () => {
    openTestStream()
    getLast().emit('server_shutdown', { reconnect_in: 700 })
    vi.advanceTimersByTime(699)
    expect(FakeConnection.opened).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(FakeConnection.opened).toHaveLength(2)
  })

  it('requests the changes after the last known revision', async () => {
    let revision: number | null = null
    openTestStream({ since: () => revision })
    expect(getLast().url).toBe(url)
    revision = 41
    await getLast().breakOff()
    vi.advanceTimersByTime(1000)
    expect(getLast().url).toBe(`${url}?lastEventId=41`)
  })
})

describe('a refusal', () => {
  it.each([500, 502, 503])('with %i counts as a failed attempt', async (status) => {
    const { state } = openTestStream()
    for (const wait of [1, 2, 4, 8, 16]) {
      await getLast().refuse(status)
      expect(state()).toEqual({ connection: 'connecting', failure: null })
      await vi.advanceTimersByTimeAsync(wait * 1000)
    }
    await getLast().refuse(status)
    expect(state()?.failure).toBe('unreachable')
    expect(FakeConnection.opened).toHaveLength(6)
  })

  it('with 429 is retried no sooner than the server says', async () => {
    openTestStream()
    await getLast().refuse(429, 'too_many_requests', 7)
    await vi.advanceTimersByTimeAsync(6999)
    expect(FakeConnection.opened).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(FakeConnection.opened).toHaveLength(2)
  })

  it.each([401, 403])('with %i is not retried', async (status) => {
    const { state, renew } = openTestStream()
    await getLast().refuse(status, 'nothing_known')
    expect(state()).toEqual({ connection: 'error', failure: 'unauthorized' })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(FakeConnection.opened).toHaveLength(1)
    expect(renew).not.toHaveBeenCalled()
  })

  it('of an expired token renews the token and reconnects at once', async () => {
    const { state, renew } = openTestStream()
    await getLast().refuse(401, 'token_expired')
    expect(renew).toHaveBeenCalledOnce()
    expect(FakeConnection.opened).toHaveLength(2)
    expect(state()?.failure).toBeNull()
  })

  it('of a blocked account is reported and not retried', async () => {
    const { blocked, state } = openTestStream()
    await getLast().refuse(403, 'account_blocked')
    expect(blocked).toHaveBeenCalledOnce()
    expect(state()).toEqual({ connection: 'disconnected', failure: null })
  })
})

it('a replaced connection has no effect', async () => {
  const { stream, received } = openTestStream()
  const first = getLast()
  stream.retry()
  first.emit('notification', { action: 'new', revision: 1 })
  await first.breakOff()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(received.changes).toEqual([])
  expect(FakeConnection.opened).toHaveLength(2)
})

describe('the token', () => {
  it('is renewed silently when it has expired', async () => {
    const { renew, state } = openTestStream()
    getLast().emit('authenticated', { unread_count: 0, revision: 1 })
    getLast().emit('error', { code: 'token_expired', message: 'Сеанс истёк' })
    await flush()
    expect(renew).toHaveBeenCalledTimes(1)
    expect(FakeConnection.opened).toHaveLength(2)
    expect(state()?.failure).toBeNull()
  })

  it.each([
    ['token_expired', 'expired'],
    ['token_invalid', 'invalid'],
  ])('shows an error when it cannot be renewed: %s', async (code, failure) => {
    const { state } = openTestStream({ renewal: 'ended' })
    getLast().emit('error', { code })
    await flush()
    expect(state()).toEqual({ connection: 'error', failure })
  })

  it('reports a blocked account if the renewal is refused for this reason', async () => {
    const { state, blocked } = openTestStream({ renewal: 'blocked' })
    getLast().emit('error', { code: 'token_invalid' })
    await flush()
    expect(blocked).toHaveBeenCalledOnce()
    expect(state()).toEqual({ connection: 'disconnected', failure: null })
  })

  it('is renewed again later if a renewal fails', async () => {
    const { renew, state } = openTestStream({ renewal: 'failed' })
    for (const wait of [1000, 2000]) {
      getLast().emit('error', { code: 'token_expired' })
      await flush()
      await vi.advanceTimersByTimeAsync(wait)
    }
    expect(renew).toHaveBeenCalledTimes(2)
    expect(FakeConnection.opened).toHaveLength(3)
    expect(state()?.failure).toBeNull()
  })

  it('is not renewed repeatedly', async () => {
    const { renew, state } = openTestStream()
    for (let i = 0; i < 3; i += 1) {
      getLast().emit('error', { code: 'token_expired' })
      await flush()
    }
    expect(renew).toHaveBeenCalledTimes(1)
    expect(state()?.failure).toBe('expired')
  })

  it('is not renewed for a blocked account', async () => {
    const { blocked, state } = openTestStream()
    getLast().emit('error', { code: 'account_blocked' })
    await flush()
    expect(blocked).toHaveBeenCalledTimes(1)
    expect(state()).toEqual({ connection: 'disconnected', failure: null })
  })
})

describe('missed changes', () => {
  it('are distinguished from new changes, and their end is reported once', () => {
    const { received } = openTestStream({ since: () => 5 })
    getLast().emit('authenticated', { unread_count: 2, revision: 7 })
    getLast().emit('notification', { action: 'new', revision: 6 }, '6')
    expect(received.caughtUp).toBe(0)
    getLast().emit('notification', { action: 'new' }, '7')
    getLast().emit('notification', { action: 'new', revision: 8 }, '8')
    expect(received.changes).toEqual([
      ['new', true],
      ['new', true],
      ['new', false],
    ])
    expect(received.caughtUp).toBe(1)
  })

  it('do not exist if the server has the same revision', () => {
    const { received } = openTestStream({ since: () => 7 })
    getLast().emit('authenticated', { unread_count: 2, revision: 7 })
    expect(received.caughtUp).toBe(1)
  })
})

it('malformed events are ignored', () => {
  const { received } = openTestStream()
  getLast().emit('authenticated', {})
  getLast().emit('notification', { action: 'exploded' })
  getLast().emitText('notification', 'not json')
  expect(received.changes).toEqual([])
})
