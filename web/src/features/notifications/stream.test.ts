import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { network } from '../../../tests/setup.ts'
import type { Renewal } from '../../app/refresh.ts'
import { openStream, type Stream } from './stream.ts'
import type { InboxChange, StreamState } from './streamEvents.ts'

const url = 'http://localhost:8080/api/sse/notifications'

/** The browser's side of an EventSource, as the HTML standard describes it. */
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
  tell(name: string, data: object, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }))
  }
  /** The line broke: a browser would connect again by itself. */
  breakOff() {
    this.dispatchEvent(new Event('error'))
  }
  /** The answer was no stream. */
  refuse() {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }
}

const last = () => FakeSource.opened.at(-1) as FakeSource

function open(
  options: { renewal?: Renewal; isRefused?: boolean; since?: () => number | null } = {},
) {
  const heard: { states: StreamState[]; news: [InboxChange['action'], boolean][]; caughtUp: number } = {
    states: [],
    news: [],
    caughtUp: 0,
  }
  const renew = vi.fn(async (): Promise<Renewal> => options.renewal ?? 'renewed')
  const blocked = vi.fn()
  const stream = openStream(
    {
      onState: (state) => heard.states.push(state),
      onInitialState: () => {},
      onChange: (news, isMissed) => heard.news.push([news.action, isMissed]),
      onCaughtUp: () => {
        heard.caughtUp += 1
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
  return { stream, heard, renew, blocked, state: () => heard.states.at(-1) }
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

/** Lets the answers of the faked network in without letting time pass. */
async function settle() {
  for (let i = 0; i < 20; i += 1) await vi.advanceTimersByTimeAsync(0)
}

describe('reconnecting', () => {
  it('waits 1, 2, 4, 8 and 16 s exactly, then says that it failed', async () => {
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

  it('begins anew when it is asked to', () => {
    const { stream, state } = open()
    for (let i = 0; i < 6; i += 1) {
      last().breakOff()
      vi.advanceTimersByTime(16_000)
    }
    expect(state()?.failure).toBe('unreachable')
    stream.retry()
    expect(state()).toEqual({ connection: 'connecting', failure: null })
    last().tell('authenticated', { unread_count: 0, revision: 1 })
    expect(state()).toEqual({ connection: 'connected', failure: null })
  })

  it('counts from the beginning after a connection that stood', () => {
    open()
    last().breakOff()
    vi.advanceTimersByTime(1000)
    last().tell('authenticated', { unread_count: 0, revision: 1 })
    last().breakOff()
    vi.advanceTimersByTime(1000)
    expect(FakeSource.opened).toHaveLength(3)
  })

  it('comes back when the server that goes away said so, and counts no failure', () => {
    open()
    last().tell('server_shutdown', { reconnect_in: 700 })
    vi.advanceTimersByTime(699)
    expect(FakeSource.opened).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(FakeSource.opened).toHaveLength(2)
  })

  it('asks for what came after the last revision it knows', () => {
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
  it('with 5xx is an attempt like a broken line, one request each', async () => {
    const asked: number[] = []
    const start = Date.now()
    network.use(
      http.get(url, () => {
        asked.push((Date.now() - start) / 1000)
        return HttpResponse.json({ code: 'unavailable' }, { status: 503 })
      }),
    )
    const { state } = open()
    last().refuse()
    for (const wait of [1, 2, 4, 8, 16]) {
      await vi.advanceTimersByTimeAsync(wait * 1000)
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0))
      await settle()
    }
    await vi.waitFor(() => expect(state()?.failure).toBe('unreachable'))
    expect(FakeSource.opened).toHaveLength(1)
    expect(asked).toHaveLength(5)
  })

  it('with 401 is not tried again', async () => {
    let asked = 0
    network.use(
      http.get(url, () => {
        asked += 1
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
    expect(asked).toBe(1)
    expect(renew).not.toHaveBeenCalled()
  })

  it('of the session itself is known at once', async () => {
    const { state } = open({ isRefused: true })
    last().refuse()
    await settle()
    expect(state()).toEqual({ connection: 'error', failure: 'unauthorized' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(FakeSource.opened).toHaveLength(1)
  })
})

describe('the token', () => {
  it('that ran out is renewed without a word', async () => {
    const { renew, state } = open()
    last().tell('authenticated', { unread_count: 0, revision: 1 })
    last().tell('error', { code: 'token_expired', message: 'Сеанс истёк' })
    await settle()
    expect(renew).toHaveBeenCalledTimes(1)
    expect(FakeSource.opened).toHaveLength(2)
    expect(state()?.failure).toBeNull()
  })

  it.each([
    ['token_expired', 'expired'],
    ['token_invalid', 'invalid'],
  ])('%s that cannot be renewed is told', async (code, failure) => {
    const { state } = open({ renewal: 'ended' })
    last().tell('error', { code })
    await settle()
    expect(state()).toEqual({ connection: 'error', failure })
  })

  it('that cannot be renewed just now is tried again', async () => {
    const { renew, state } = open({ renewal: 'failed' })
    for (const wait of [1000, 2000]) {
      last().tell('error', { code: 'token_expired' })
      await settle()
      await vi.advanceTimersByTimeAsync(wait)
    }
    expect(renew).toHaveBeenCalledTimes(2)
    expect(FakeSource.opened).toHaveLength(3)
    expect(state()?.failure).toBeNull()
  })

  it('is not renewed over and over', async () => {
    const { renew, state } = open()
    for (let i = 0; i < 3; i += 1) {
      last().tell('error', { code: 'token_expired' })
      await settle()
    }
    expect(renew).toHaveBeenCalledTimes(1)
    expect(state()?.failure).toBe('expired')
  })

  it('of a blocked account ends it all', async () => {
    const { blocked, state } = open()
    last().tell('error', { code: 'account_blocked' })
    await settle()
    expect(blocked).toHaveBeenCalledTimes(1)
    expect(state()).toEqual({ connection: 'disconnected', failure: null })
  })
})

describe('what was missed', () => {
  it('is told from what is new, and its end is said once', () => {
    const { heard } = open({ since: () => 5 })
    last().tell('authenticated', { unread_count: 2, revision: 7 })
    last().tell('notification', { action: 'new', revision: 6 }, '6')
    expect(heard.caughtUp).toBe(0)
    last().tell('notification', { action: 'new' }, '7')
    last().tell('notification', { action: 'new', revision: 8 }, '8')
    expect(heard.news).toEqual([
      ['new', true],
      ['new', true],
      ['new', false],
    ])
    expect(heard.caughtUp).toBe(1)
  })

  it('is nothing when the server is no further', () => {
    const { heard } = open({ since: () => 7 })
    last().tell('authenticated', { unread_count: 2, revision: 7 })
    expect(heard.caughtUp).toBe(1)
  })

  it('leaves out events that make no sense', () => {
    const { heard } = open()
    last().tell('authenticated', {})
    last().tell('notification', { action: 'exploded' })
    last().dispatchEvent(new MessageEvent('notification', { data: 'not json' }))
    expect(heard.news).toEqual([])
  })
})
