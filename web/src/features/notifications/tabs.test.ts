import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveStream } from '../../shared/limits.ts'
import { joinTabs, type TabGroup } from './tabs.ts'

/** A browser whose lock is held by a tab that a phone has suspended, so it does not respond. */
const requests: LockOptions[] = []
const channels = new Set<FakeChannel>()

class FakeChannel {
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor() {
    channels.add(this)
  }
  postMessage(data: unknown) {
    for (const other of channels) if (other !== this) other.onmessage?.({ data })
  }
  close() {
    channels.delete(this)
  }
}

let tabs: TabGroup<string>[] = []
const join = () => {
  const tab = joinTabs<string>({ name: 'stream', onLead: () => () => {}, onMessage: () => {} })
  tabs.push(tab)
  return tab
}
const steals = () => requests.filter(({ steal }) => steal)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: (_name: string, options: LockOptions) => {
        requests.push(options)
        return new Promise(() => {})
      },
    },
  })
})
afterEach(() => {
  for (const tab of tabs) tab.leave()
  tabs = []
  requests.length = 0
  channels.clear()
  Reflect.deleteProperty(navigator, 'locks')
})

it('takes the lead from a suspended tab although another follower sends something meanwhile', () => {
  join()
  const follower = join()
  document.dispatchEvent(new Event('visibilitychange'))
  follower.send('toastClosed')
  vi.advanceTimersByTime(liveStream.leaderAnswer)
  expect(steals().length).toBeGreaterThan(1)
})

it('leaves the lead to a tab that answers', () => {
  join()
  document.dispatchEvent(new Event('visibilitychange'))
  new FakeChannel().postMessage({ kind: 'leaderAlive' })
  vi.advanceTimersByTime(liveStream.leaderAnswer)
  expect(steals()).toHaveLength(0)
})
