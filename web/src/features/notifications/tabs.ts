// The tabs of one browser: one of them leads (it holds a Web Lock), and what it hears is passed on to
// the others by a BroadcastChannel. When the leader goes, the next in the queue takes over.

import { liveStream } from '../../app/limits.ts'

export type Tabs<Message> = {
  /** To the other tabs; the sender does not hear itself. */
  send: (message: Message) => void
  isLeading: () => boolean
  leave: () => void
}

type WireMessage<Message> = { kind: 'said'; message: Message } | { kind: 'present?' } | { kind: 'present' }

type Options<Message> = {
  name: string
  /** This tab leads from now on, until the returned function is called. */
  onLead: () => () => void
  onMessage: (message: Message) => void
}

export function joinTabs<Message>({ name, onLead, onMessage }: Options<Message>): Tabs<Message> {
  // Locks need a secure page; without them every tab leads itself, and the server allows a few streams.
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

  /** Another tab may take a silent leader's place: it then queues up again. */
  function requestLeadership(options: LockOptions) {
    navigator.locks.request(name, options, holdLeadership).catch(() => {
      stopLeading?.()
      if (!hasLeft && !queue.signal.aborted) requestLeadership({ signal: queue.signal })
    })
  }

  /** A phone stills the tabs in its background, and a stilled leader hears nothing for the others. */
  function checkLeader() {
    if (document.visibilityState !== 'visible' || stopLeading || hasLeft) return
    clearTimeout(answerTimer)
    answerTimer = setTimeout(() => {
      if (!stopLeading && !hasLeft) requestLeadership({ steal: true })
    }, liveStream.leaderAnswer)
    postMessage({ kind: 'present?' })
  }

  channel.onmessage = ({ data }: MessageEvent<WireMessage<Message>>) => {
    if (data.kind === 'present?') {
      if (stopLeading) postMessage({ kind: 'present' })
      return
    }
    clearTimeout(answerTimer)
    if (data.kind === 'said') onMessage(data.message)
  }
  document.addEventListener('visibilitychange', checkLeader)
  requestLeadership({ signal: queue.signal })

  return {
    send: (message) => postMessage({ kind: 'said', message }),
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
