// Coordinates the tabs of one browser. One tab leads: it holds a Web Lock and forwards messages to the
// others over a BroadcastChannel. When the leading tab closes, the next tab in the lock's queue leads.

import { liveStream } from '../../shared/limits.ts'

export type TabGroup<Message> = {
  /** Sends a message to the other tabs; the sender does not receive it. */
  send: (message: Message) => void
  isLeading: () => boolean
  leave: () => void
}

type WireMessage<Message> =
  | { kind: 'message'; message: Message; isFromLeader: boolean }
  | { kind: 'leaderCheck' }
  | { kind: 'leaderAlive' }

type Options<Message> = {
  name: string
  /** Called when this tab begins to lead; returns a function that stops it. */
  onLead: () => () => void
  onMessage: (message: Message) => void
}

export function joinTabs<Message>({
  name,
  onLead,
  onMessage,
}: Options<Message>): TabGroup<Message> {
  // Web Locks need a secure context. Without them every tab leads; the server allows several
  // streams per user.
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') {
    const stop = onLead()
    return { send: () => {}, isLeading: () => true, leave: stop }
  }
  const channel = new BroadcastChannel(name)
  const queue = new AbortController()
  let stopLeading: (() => void) | null = null
  let hasLeft = false
  let answerTimer: ReturnType<typeof setTimeout> | undefined

  const postMessage = (wire: WireMessage<Message>) => {
    if (!hasLeft) channel.postMessage(wire)
  }

  function holdLeadership(): Promise<void> {
    return new Promise((release) => {
      if (hasLeft) {
        release()
        return
      }
      clearTimeout(answerTimer)
      const stop = onLead()
      stopLeading = () => {
        stopLeading = null
        stop()
        release()
      }
    })
  }

  /**
   * Queues for the lock. A leader that lost the lock to another tab stops and queues again. A tab that is refused
   * before it has led does not retry: a page that is being unloaded is always refused, so retrying would never end.
   */
  function requestLeadership(options: LockOptions) {
    navigator.locks.request(name, options, holdLeadership).catch(() => {
      if (!stopLeading) return
      stopLeading()
      if (!hasLeft && !queue.signal.aborted) requestLeadership({ signal: queue.signal })
    })
  }

  /** A phone suspends background tabs. If a suspended leader does not answer, the visible tab takes the lock. */
  function checkLeader() {
    if (document.visibilityState !== 'visible' || stopLeading || hasLeft) return
    clearTimeout(answerTimer)
    answerTimer = setTimeout(() => {
      if (!stopLeading && !hasLeft) requestLeadership({ steal: true })
    }, liveStream.leaderAnswer)
    postMessage({ kind: 'leaderCheck' })
  }

  channel.onmessage = ({ data }: MessageEvent<WireMessage<Message>>) => {
    if (data.kind === 'leaderCheck') {
      if (stopLeading) postMessage({ kind: 'leaderAlive' })
      return
    }
    // Only messages of the leader prove that there is a leader: another follower may be waiting for one too.
    if (data.kind === 'leaderAlive' || data.isFromLeader) clearTimeout(answerTimer)
    if (data.kind === 'message') onMessage(data.message)
  }
  document.addEventListener('visibilitychange', checkLeader)
  requestLeadership({ signal: queue.signal })

  return {
    send: (message) =>
      postMessage({ kind: 'message', message, isFromLeader: stopLeading !== null }),
    isLeading: () => stopLeading !== null,
    leave: () => {
      stopLeading?.()
      hasLeft = true
      queue.abort()
      clearTimeout(answerTimer)
      document.removeEventListener('visibilitychange', checkLeader)
      channel.close()
    },
  }
}
