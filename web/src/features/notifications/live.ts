// Connects the stream, the tabs of this browser and the store. The leading tab has the connection and
// forwards each message to the other tabs; every tab applies it to its own store in the same way.

import { api } from '../../api/api.ts'
import { calls } from '../../api/calls.ts'
import { refreshAfter } from '../../api/liveActions.ts'
import { sessionEnded } from '../../api/sessionActions.ts'
import { type Renewal, renewSession } from '../../api/sessionRenewal.ts'
import { markBlocked } from '../../api/sessionSlice.ts'
import { listTag } from '../../api/tags.ts'
import { forgetTyping, noteTyping } from '../../api/typingHints.ts'
import type { AppStore } from '../../app/store.ts'
import { origin } from '../../platform/env.ts'
import { liveStream } from '../../shared/limits.ts'
import { readEvents } from './eventSource.ts'
import { applyInboxChange, refreshNewest, refreshPages, selectNewest } from './inboxApi.ts'
import {
  caughtUp,
  changeReceived,
  initialStateReceived,
  selectInbox,
  streamChanged,
  toastClosed,
} from './inboxSlice.ts'
import type {
  CarHint,
  ConversationHint,
  InboxChange,
  InitialState,
  StreamState,
} from './parseStreamEvent.ts'
import { openStream, type Stream } from './stream.ts'
import { joinTabs } from './tabs.ts'

type StreamMessage =
  | { kind: 'state'; state: StreamState }
  | { kind: 'initialState'; initialState: InitialState }
  | { kind: 'change'; change: InboxChange; isMissed: boolean }
  | { kind: 'hint'; hint: ConversationHint }
  | { kind: 'car'; hint: CarHint }
  | { kind: 'caughtUp' }
  | { kind: 'blocked' }

type TabMessage =
  | StreamMessage
  | { kind: 'retry' }
  /** Sent by a newly opened tab to request the current state from the leading tab. */
  | { kind: 'stateRequest' }
  | { kind: 'toastClosed'; id: string }

export type LiveSession = {
  /** Reconnects now: the user pressed the button, or the network is back. */
  retry: () => void
  closeToast: (id: string) => void
  isLeading: () => boolean
  stop: () => void
}

function buildStreamUrl(since: number | null): string {
  return origin + calls.stream + (since === null ? '' : `?lastEventId=${since}`)
}

/** A list that was loaded before the stream connected may miss changes, so it is refreshed. */
function applyInitialState(store: AppStore, initialState: InitialState) {
  store.dispatch(initialStateReceived(initialState))
  // Hints are not repeated, so an open conversation is refetched after a lost connection.
  if (initialState.since !== null) store.dispatch(api.util.invalidateTags(['Conversation']))
  const list = selectNewest(store.getState())
  const isBehind = list?.revision !== undefined && list.revision < (initialState.revision ?? 0)
  if (initialState.resync || (isBehind && initialState.since !== list.revision)) {
    store.dispatch(refreshNewest())
    store.dispatch(refreshPages())
  }
}

function createMessageHandler(store: AppStore): (message: StreamMessage) => void {
  let refreshTimer: ReturnType<typeof setTimeout> | undefined
  /** Many events in a row cause one refresh of the pages. */
  function refreshSoon() {
    clearTimeout(refreshTimer)
    refreshTimer = setTimeout(() => store.dispatch(refreshPages()), liveStream.refreshPause)
  }
  return (message) => {
    if (message.kind === 'state') store.dispatch(streamChanged(message.state))
    else if (message.kind === 'initialState') applyInitialState(store, message.initialState)
    else if (message.kind === 'hint') followHint(store, message.hint)
    else if (message.kind === 'car') followCar(store, message.hint)
    else if (message.kind === 'caughtUp') store.dispatch(caughtUp())
    else if (message.kind === 'blocked') markBlocked(store.dispatch, store.getState())
    else {
      store.dispatch(changeReceived(message))
      store.dispatch(applyInboxChange(message.change))
      refreshSoon()
      const { action, notification } = message.change
      if (action === 'new' && notification) store.dispatch(refreshAfter(notification))
    }
  }
}

function followHint(store: AppStore, { order_id: id, kind, side, name }: ConversationHint) {
  if (kind === 'typing') {
    if (side && name) noteTyping(id, { side, name })
    return
  }
  if (kind === 'entry') forgetTyping(id)
  store.dispatch(api.util.invalidateTags([{ type: 'Conversation', id }, listTag('Conversation')]))
}

/** The catalogue and the favourites show the car too, so they are refetched. */
function followCar(store: AppStore, { slug }: CarHint) {
  store.dispatch(api.util.invalidateTags([{ type: 'Car', id: slug }, listTag('Car'), 'Favorite']))
}

const endingReasons: Readonly<Record<string, 'expired' | 'error'>> = {
  token_expired: 'expired',
  token_invalid: 'error',
}

/**
 * The stream often detects the end of a session first. An expired or invalid token then ends the
 * session of the whole page, with its banner. For any other refusal the stream shows its own text.
 */
async function renew(store: AppStore, code: unknown): Promise<Renewal> {
  const renewal = await renewSession(Date.now())
  const reason = endingReasons[String(code)]
  if (renewal === 'ended' && reason) store.dispatch(sessionEnded(reason))
  return renewal
}

export function createLiveSession(store: AppStore, userId: string): LiveSession {
  let stream: Stream | null = null
  const handleMessage = createMessageHandler(store)

  function handleAndShare(message: StreamMessage) {
    handleMessage(message)
    tabs.send(message)
  }

  function startLeading() {
    const opened = openStream(
      {
        onState: (state) => handleAndShare({ kind: 'state', state }),
        onInitialState: (initialState) => handleAndShare({ kind: 'initialState', initialState }),
        onChange: (change, isMissed) => handleAndShare({ kind: 'change', change, isMissed }),
        onHint: (hint) => handleAndShare({ kind: 'hint', hint }),
        onCar: (hint) => handleAndShare({ kind: 'car', hint }),
        onCaughtUp: () => handleAndShare({ kind: 'caughtUp' }),
        onBlocked: () => handleAndShare({ kind: 'blocked' }),
      },
      {
        since: () => selectInbox(store.getState()).revision,
        streamUrl: buildStreamUrl,
        renew: (code) => renew(store, code),
        readEvents,
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
    tabs.send({ kind: 'state', state: { connection, failure } })
    if (revision === null) return
    tabs.send({
      kind: 'initialState',
      initialState: { unread_count: unread, revision, since: null },
    })
  }

  function retry() {
    if (selectInbox(store.getState()).connection === 'connected') return
    if (stream) stream.retry()
    else tabs.send({ kind: 'retry' })
  }

  function onMessage(message: TabMessage) {
    if (message.kind === 'retry') stream?.retry()
    else if (message.kind === 'stateRequest') {
      if (stream) sendState()
    } else if (message.kind === 'toastClosed') store.dispatch(toastClosed(message.id))
    else handleMessage(message)
  }

  /**
   * After five failed attempts or too many streams, the next attempt waits until a window gets the
   * focus.
   */
  function retryOnFocus() {
    const { connection, failure } = selectInbox(store.getState())
    if (failure === 'unreachable' || connection === 'paused') retry()
  }

  function retryOnline() {
    if (selectInbox(store.getState()).connection !== 'paused') retry()
  }

  let tabs: { send: (message: TabMessage) => void; leave: () => void } = {
    send: () => {},
    leave: () => {},
  }
  tabs = joinTabs<TabMessage>({
    name: `notifications.v2:${userId}`,
    onLead: startLeading,
    onMessage,
  })
  if (!stream) tabs.send({ kind: 'stateRequest' })
  window.addEventListener('online', retryOnline)
  window.addEventListener('focus', retryOnFocus)

  return {
    retry,
    closeToast: (id) => {
      store.dispatch(toastClosed(id))
      tabs.send({ kind: 'toastClosed', id })
    },
    isLeading: () => stream !== null,
    stop: () => {
      window.removeEventListener('online', retryOnline)
      window.removeEventListener('focus', retryOnFocus)
      tabs.leave()
    },
  }
}

// The live session of this page. It is a connection and not data, so it is not in the store.
let currentSession: LiveSession | null = null

export function startLiveSession(store: AppStore, userId: string): () => void {
  const session = createLiveSession(store, userId)
  currentSession = session
  return () => {
    session.stop()
    if (currentSession === session) currentSession = null
  }
}

export const reconnectStream = () => currentSession?.retry()
export const closeToast = (id: string) => currentSession?.closeToast(id)
export const isLeadingTab = () => currentSession?.isLeading() ?? false
