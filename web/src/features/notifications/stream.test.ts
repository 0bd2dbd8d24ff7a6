import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { network } from '../../../tests/setup.ts'
import type { Renewal } from '../../api/sessionRenewal.ts'
import type { InboxChange, StreamState } from './parseStreamEvent.ts'
import { openStream, type Stream } from './stream.ts'

const url = 'http://localhost:8080/api/sse/notifications'

/** A fake EventSource that behaves as the HTML standard describes. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeSource[] = []
  static at: number[] = []
  readyState = 0
  readonly url: string
  constructor(address: string) {
    super()
    this.url = address
    FakeSource.opened.push(this)
    FakeSource.at.push(Date.now())
  }
  close() {
    this.readyState = 2
  }
  emit(name: string, data: object, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }))
  }
  /** The connection broke. A browser would reconnect by itself. */
  breakOff() {
    this.dispatchEvent(new Event('error'))
  }
  /** The response was not a stream. */
  refuse() {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }
}

const last = () => FakeSource.opened.at(-1) as FakeSource

function open(
  options: { renewal?: Renewal; isRefused?: boolean; since?: () => number | null } = {},
) {
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
      isSessionRefused: async () => options.isRefused ?? false,
    },
  )
  opened.push(stream)
  return { stream, received, renew, blocked, state: () => received.states.at(-1) }
}

let opened: Stream[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
  FakeSource.opened = []
  FakeSource.at = []
})
afterEach(() => {
  for (const stream of opened) stream.close()
  opened = []
  vi.useRealTimers()
})

/** Lets the fake network's responses arrive without advancing the time. */
async function flushNetwork() {
  for (let i = 0; i < 20; i += 1) await vi.advanceTimersByTimeAsync(0)
}

describe('reconnecting', () => {
  it('waits exactly 1, 2, 4, 8 and 16 s, then shows an error', async () => {
    const { state } = open()
    const start = Date.now()
    for (const wait of [1, 2, 4, 8, 16]) {
      last().breakOff()
      expect(state()).toEqual({ connection: 'connecting', failure: null })
      const before = FakeSource.opened.length
      await vi.advanceTimersByTimeAsync(wait * 1000 - 1)
      expect(FakeSource.opened).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(FakeSource.opened).toHaveLength(before + 1)
    }
    last().breakOff()
    expect(state()).toEqual({ connection: 'error', failure: 'unreachable' })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(FakeSource.at.map((at) => (at - start) / 1000)).toEqual([0, 1, 3, 7, 15, 31])
  })

  it('starts again when retry is called', () => {
    const { stream, state } = open()
    for (let i = 0; i < 6; i += 1) {
      last().breakOff()
      vi.advanceTimersByTime(16_000)
    }
    expect(state()?.failure).toBe('unreachable')
    stream.retry()
    expect(state()).toEqual({ connection: 'connecting', failure: null })
    last().emit('authenticated', { unread_count: 0, revision: 1 })
    expect(state()).toEqual({ connection: 'connected', failure: null })
  })

  it('starts with the first delay after a successful connection', () => {
    open()
    last().breakOff()
    vi.advanceTimersByTime(1000)
    last().emit('authenticated', { unread_count: 0, revision: 1 })
    last().breakOff()
    vi.advanceTimersByTime(1000)
    expect(FakeSource.opened).toHaveLength(3)
  })

  it('reconnects after the delay of a server shutdown, which is not a failed attempt', () => {
    open()
    last().emit('server_shutdown', { reconnect_in: 700 })
    vi.advanceTimersByTime(699)
    expect(FakeSource.opened).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(FakeSource.opened).toHaveLength(2)
  })

  it('requests the changes after the last known revision', () => {
    let revision: number | null = null
    open({ since: () => revision })
    expect(last().url).toBe(url)
    revision = 41
    last().breakOff()
    vi.advanceTimersByTime(1000)
    expect(last().url).toBe(`${url}?lastEventId=41`)
  })
})

describe('a refusal', () => {
  it('with 5xx counts as a failed attempt, with one request each', async () => {
    const requests: number[] = []
    const start = Date.now()
    network.use(
      http.get(url, () => {
        requests.push((Date.now() - start) / 1000)
        return HttpResponse.json({ code: 'unavailable' }, { status: 503 })
      }),
    )
    const { state } = open()
    last().refuse()
    for (const wait of [1, 2, 4, 8, 16]) {
      await vi.advanceTimersByTimeAsync(wait * 1000)
      await vi.waitFor(() => expect(requests.length).toBeGreaterThan(0))
      await flushNetwork()
    }
    await vi.waitFor(() => expect(state()?.failure).toBe('unreachable'))
    expect(FakeSource.opened).toHaveLength(1)
    expect(requests).toHaveLength(5)
  })

  it('with 401 is not retried', async () => {
    let requests = 0
    network.use(
      http.get(url, () => {
        requests += 1
        return HttpResponse.json({ code: 'nothing_known' }, { status: 401 })
      }),
    )
    const { state, renew } = open()
    last().refuse()
    await vi.advanceTimersByTimeAsync(1000)
    await vi.waitFor(() =>
      expect(state()).toEqual({ connection: 'error', failure: 'unauthorized' }),
    )
    await vi.advanceTimersByTimeAsync(120_000)
    expect(requests).toBe(1)
    expect(renew).not.toHaveBeenCalled()
  })

  it('of the session is noticed at once', async () => {
    const { state } = open({ isRefused: true })
    last().refuse()
    await flushNetwork()
    expect(state()).toEqual({ connection: 'error', failure: 'unauthorized' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(FakeSource.opened).toHaveLength(1)
  })
})

describe('the token', () => {
  it('is renewed silently when it has expired', async () => {
    const { renew, state } = open()
    last().emit('authenticated', { unread_count: 0, revision: 1 })
    last().emit('error', { code: 'token_expired', message: 'Сеанс истёк' })
    await flushNetwork()
    expect(renew).toHaveBeenCalledTimes(1)
    expect(FakeSource.opened).toHaveLength(2)
    expect(state()?.failure).toBeNull()
  })

  it.each([
    ['token_expired', 'expired'],
    ['token_invalid', 'invalid'],
  ])('shows an error when it cannot be renewed: %s', async (code, failure) => {
    const { state } = open({ renewal: 'ended' })
    last().emit('error', { code })
    await flushNetwork()
    expect(state()).toEqual({ connection: 'error', failure })
  })

  it('is renewed again later when a renewal fails for now', async () => {
    const { renew, state } = open({ renewal: 'failed' })
    for (const wait of [1000, 2000]) {
      last().emit('error', { code: 'token_expired' })
      await flushNetwork()
      await vi.advanceTimersByTimeAsync(wait)
    }
    expect(renew).toHaveBeenCalledTimes(2)
    expect(FakeSource.opened).toHaveLength(3)
    expect(state()?.failure).toBeNull()
  })

  it('is not renewed repeatedly', async () => {
    const { renew, state } = open()
    for (let i = 0; i < 3; i += 1) {
      last().emit('error', { code: 'token_expired' })
      await flushNetwork()
    }
    expect(renew).toHaveBeenCalledTimes(1)
    expect(state()?.failure).toBe('expired')
  })

  it('is not renewed for a blocked account', async () => {
    const { blocked, state } = open()
    last().emit('error', { code: 'account_blocked' })
    await flushNetwork()
    expect(blocked).toHaveBeenCalledTimes(1)
    expect(state()).toEqual({ connection: 'disconnected', failure: null })
  })
})

describe('missed changes', () => {
  it('are distinguished from new changes, and their end is reported once', () => {
    const { received } = open({ since: () => 5 })
    last().emit('authenticated', { unread_count: 2, revision: 7 })
    last().emit('notification', { action: 'new', revision: 6 }, '6')
    expect(received.caughtUp).toBe(0)
    last().emit('notification', { action: 'new' }, '7')
    last().emit('notification', { action: 'new', revision: 8 }, '8')
    expect(received.changes).toEqual([
      ['new', true],
      ['new', true],
      ['new', false],
    ])
    expect(received.caughtUp).toBe(1)
  })

  it('are none when the server has the same revision', () => {
    const { received } = open({ since: () => 7 })
    last().emit('authenticated', { unread_count: 2, revision: 7 })
    expect(received.caughtUp).toBe(1)
  })

  it('are not taken from malformed events', () => {
    const { received } = open()
    last().emit('authenticated', {})
    last().emit('notification', { action: 'exploded' })
    last().dispatchEvent(new MessageEvent('notification', { data: 'not json' }))
    expect(received.changes).toEqual([])
  })
})
