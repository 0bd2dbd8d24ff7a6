// Ties the stream, the tabs of this browser and the store together. The leading tab listens and passes
// on what it hears; every tab puts it into its own store in the same way.

import { origin } from '../../app/env.ts'
import { liveStream } from '../../app/limits.ts'
import { notificationArrived } from '../../app/liveEvents.ts'
import { calls } from '../../app/paths.ts'
import { type Renewal, renewSession } from '../../app/refresh.ts'
import { customerChanged, sessionEnded } from '../../app/sessionEvents.ts'
import { selectUser } from '../../app/sessionSlice.ts'
import type { AppStore } from '../../app/store.ts'
import { selectSessionBanner } from '../../app/sessionBannerSlice.ts'
import { inboxApi, newestQuery, selectNewest, applyInboxChange, refreshNewest, refreshPages } from './inboxApi.ts'
import {
  caughtUp,
  initialStateReceived,
  newsHeard,
  selectInbox,
  streamChanged,
  toastClosed,
} from './inboxSlice.ts'
import { openStream, type Stream } from './stream.ts'
import type { InitialState, InboxChange, StreamState } from './streamEvents.ts'
import { joinTabs } from './tabs.ts'

type StreamMessage =
  | { kind: 'state'; state: StreamState }
  | { kind: 'greeting'; greeting: InitialState }
  | { kind: 'news'; news: InboxChange; isMissed: boolean }
  | { kind: 'caughtUp' }
  | { kind: 'blocked' }

type TabMessage =
  | StreamMessage
  | { kind: 'retry' }
  /** A tab has opened: how are things? */
  | { kind: 'hello' }
  | { kind: 'toastClosed'; id: string }

export type Live = {
  /** Asked by a person, or because the network or the person has come back. */
  retry: () => void
  closeToast: (id: string) => void
  isLeading: () => boolean
  stop: () => void
}

function streamUrl(since: number | null): string {
  return origin + calls.stream + (since === null ? '' : `?lastEventId=${since}`)
}

/** A list read before this moment may lack what happened between. */
function applyInitialState(store: AppStore, greeting: InitialState) {
  store.dispatch(initialStateReceived(greeting))
  const list = selectNewest(store.getState())
  const isBehind = list?.revision !== undefined && list.revision < (greeting.revision ?? 0)
  if (greeting.resync || (isBehind && greeting.since !== list.revision)) {
    store.dispatch(refreshNewest())
    store.dispatch(refreshPages())
  }
}

function createMessageHandler(store: AppStore): (heard: StreamMessage) => void {
  let refreshTimer: ReturnType<typeof setTimeout> | undefined
  /** Many events in a row are one reason to read a page anew. */
  function refreshSoon() {
    clearTimeout(refreshTimer)
    refreshTimer = setTimeout(() => store.dispatch(refreshPages()), liveStream.refreshPause)
  }
  return (heard) => {
    if (heard.kind === 'state') store.dispatch(streamChanged(heard.state))
    else if (heard.kind === 'greeting') applyInitialState(store, heard.greeting)
    else if (heard.kind === 'caughtUp') store.dispatch(caughtUp())
    else if (heard.kind === 'blocked') markBlocked(store)
    else {
      store.dispatch(newsHeard(heard))
      store.dispatch(applyInboxChange(heard.news))
      refreshSoon()
      const { action, notification } = heard.news
      if (action === 'new' && notification) store.dispatch(notificationArrived(notification))
    }
  }
}

function markBlocked(store: AppStore) {
  const user = selectUser(store.getState())
  if (user) store.dispatch(customerChanged({ ...user, account_status: 'blocked' }))
}

/** A session that only could not be renewed just now (then there is trouble) may still live. */
async function isSessionRefused(store: AppStore): Promise<boolean> {
  const query = store.dispatch(inboxApi.endpoints.getInbox.initiate(newestQuery, { forceRefetch: true }))
  const answer = await query
  query.unsubscribe()
  const isRefused = answer.error && 'status' in answer.error && answer.error.status === 401
  return isRefused === true && selectSessionBanner(store.getState()) === null
}

/** The stream is often the first to hear that a session has ended: then it ends for the whole page. */
async function renew(store: AppStore, code: unknown): Promise<Renewal> {
  const renewal = await renewSession(Date.now())
  if (renewal === 'ended')
    store.dispatch(sessionEnded(code === 'token_invalid' ? 'error' : 'expired'))
  return renewal
}

export function startLive(store: AppStore, userId: string): Live {
  let stream: Stream | null = null
  const handleMessage = createMessageHandler(store)

  function handleAndShare(heard: StreamMessage) {
    handleMessage(heard)
    tabs.say(heard)
  }

  function startLeading() {
    const opened = openStream(
      {
        onState: (state) => handleAndShare({ kind: 'state', state }),
        onInitialState: (greeting) => handleAndShare({ kind: 'greeting', greeting }),
        onChange: (news, isMissed) => handleAndShare({ kind: 'news', news, isMissed }),
        onCaughtUp: () => handleAndShare({ kind: 'caughtUp' }),
        onBlocked: () => handleAndShare({ kind: 'blocked' }),
      },
      {
        since: () => selectInbox(store.getState()).revision,
        streamUrl,
        renew: (code) => renew(store, code),
        isSessionRefused: () => isSessionRefused(store),
      },
    )
    stream = opened
    return () => {
      opened.close()
      stream = null
    }
  }

  function sendState() {
    const { connection, failure, unread, revision } = selectInbox(store.getState())
    tabs.say({ kind: 'state', state: { connection, failure } })
    if (revision === null) return
    tabs.say({ kind: 'greeting', greeting: { unread_count: unread, revision, since: null } })
  }

  function retry() {
    if (selectInbox(store.getState()).connection === 'connected') return
    if (stream) stream.retry()
    else tabs.say({ kind: 'retry' })
  }

  function onMessage(message: TabMessage) {
    if (message.kind === 'retry') stream?.retry()
    else if (message.kind === 'hello') {
      if (stream) sendState()
    } else if (message.kind === 'toastClosed') store.dispatch(toastClosed(message.id))
    else handleMessage(message)
  }

  /** Where the five attempts have failed, the person's coming back is a reason for another. */
  function retryOnFocus() {
    if (selectInbox(store.getState()).failure === 'unreachable') retry()
  }

  let tabs: { say: (message: TabMessage) => void; leave: () => void } = {
    say: () => {},
    leave: () => {},
  }
  tabs = joinTabs<TabMessage>({ name: `notifications:${userId}`, onLead: startLeading, onMessage })
  if (!stream) tabs.say({ kind: 'hello' })
  window.addEventListener('online', retry)
  window.addEventListener('focus', retryOnFocus)

  return {
    retry,
    closeToast: (id) => {
      store.dispatch(toastClosed(id))
      tabs.say({ kind: 'toastClosed', id })
    },
    isLeading: () => stream !== null,
    stop: () => {
      window.removeEventListener('online', retry)
      window.removeEventListener('focus', retryOnFocus)
      tabs.leave()
    },
  }
}
