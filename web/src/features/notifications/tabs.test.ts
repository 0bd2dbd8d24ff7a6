import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveStream } from '../../shared/limits.ts'
import { joinTabs, type TabGroup } from './tabs.ts'

const requests: LockOptions[] = []
/** The result of a request for the lock while a suspended tab holds it: the request never ends. */
const waitForever = (): Promise<unknown> => new Promise(() => {})
let answerRequest: (lead: () => Promise<void>) => Promise<unknown> = waitForever
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
const listSteals = () => requests.filter(({ steal }) => steal)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: (_name: string, options: LockOptions, lead: () => Promise<void>) => {
        requests.push(options)
        return answerRequest(lead)
      },
    },
  })
})
afterEach(() => {
  for (const tab of tabs) tab.leave()
  tabs = []
  answerRequest = waitForever
  requests.length = 0
  channels.clear()
  Reflect.deleteProperty(navigator, 'locks')
})

it('a visible tab takes the lead from a suspended one, even if another follower sends a message', () => {
  join()
  const follower = join()
  document.dispatchEvent(new Event('visibilitychange'))
  follower.send('toastClosed')
  vi.advanceTimersByTime(liveStream.leaderAnswer)
  expect(listSteals().length).toBeGreaterThan(1)
})

it('a leader that responds keeps the lead', () => {
  join()
  document.dispatchEvent(new Event('visibilitychange'))
  new FakeChannel().postMessage({ kind: 'leaderAlive' })
  vi.advanceTimersByTime(liveStream.leaderAnswer)
  expect(listSteals()).toHaveLength(0)
})

it('a tab that lost the lead queues again once, and a refused tab does not retry', async () => {
  answerRequest = async (lead) => {
    answerRequest = () => Promise.reject(new DOMException('unloaded', 'InvalidStateError'))
    void lead()
    throw new DOMException('stolen', 'AbortError')
  }
  const tab = join()
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toHaveLength(2)
  expect(tab.isLeading()).toBe(false)
})
