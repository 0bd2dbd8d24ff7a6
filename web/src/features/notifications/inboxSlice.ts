// State of the inbox that every page needs: the unread counter with its revision, the state of the
// stream, and the visible toasts. The lists are in the cache of the API client (inboxApi.ts).

import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { customerSignedOut, sessionEnded } from '../../api/sessionActions.ts'
import type { NotificationRead } from '../../api/wire/notifications.ts'
import { rootReducer } from '../../app/store.ts'
import { toast as toastLimits } from '../../shared/limits.ts'
import { findKind, priorities } from '../../shared/notificationKinds.ts'
import type { InboxChange, InitialState, StreamState } from './parseStreamEvent.ts'

type Inbox = StreamState & {
  unread: number
  /** The newest revision received; counters of older revisions are ignored. Null before the first one. */
  revision: number | null
  isFailureClosed: boolean
  /** Oldest first. */
  toasts: NotificationRead[]
  /** Ids that had a toast, so that an event received twice shows only one. */
  raisedIds: string[]
  /** New notifications received after a disconnection, collected until all of them have arrived. */
  missed: NotificationRead[]
  /** Notifications of a long absence; one summary toast represents them. */
  away: { count: number; important: NotificationRead } | null
  isListOpen: boolean
}

const initial: Inbox = {
  connection: 'disconnected',
  failure: null,
  unread: 0,
  revision: null,
  isFailureClosed: false,
  toasts: [],
  raisedIds: [],
  missed: [],
  away: null,
  isListOpen: false,
}

type Count = { unread_count?: number; revision?: number | null }

const maxRaisedIds = 200

function updateCount(inbox: Inbox, { unread_count, revision }: Count) {
  if (revision != null && inbox.revision !== null && revision < inbox.revision) return
  if (unread_count !== undefined) inbox.unread = unread_count
  if (revision != null) inbox.revision = revision
}

function raiseToast(inbox: Inbox, notification: NotificationRead) {
  if (inbox.raisedIds.includes(notification.id)) return
  inbox.raisedIds = [...inbox.raisedIds, notification.id].slice(-maxRaisedIds)
  inbox.toasts.push(notification)
}

/** The notification with the highest priority, the newest of several. */
function findMostImportant(notifications: NotificationRead[]): NotificationRead {
  const rank = (notification: NotificationRead) =>
    priorities.indexOf(findKind(notification.type).priority)
  return notifications.reduce((best, notification) =>
    rank(notification) <= rank(best) ? notification : best,
  )
}

const removeChanged = (notifications: NotificationRead[], { ids, all }: InboxChange) =>
  all ? [] : notifications.filter((notification) => !ids?.includes(notification.id))

export const inboxSlice = createSlice({
  name: 'inbox',
  initialState: initial,
  reducers: {
    streamChanged(inbox, { payload }: PayloadAction<StreamState>) {
      if (payload.failure !== inbox.failure) inbox.isFailureClosed = false
      Object.assign(inbox, payload)
    },
    initialStateReceived: (inbox, { payload }: PayloadAction<InitialState>) =>
      updateCount(inbox, payload),
    countReceived: (inbox, { payload }: PayloadAction<Count>) => updateCount(inbox, payload),
    changeReceived(inbox, { payload }: PayloadAction<{ change: InboxChange; isMissed: boolean }>) {
      const { change, isMissed } = payload
      updateCount(inbox, change)
      if (change.action === 'new' && change.notification) {
        if (isMissed) inbox.missed.push(change.notification)
        else raiseToast(inbox, change.notification)
      }
      if (change.action === 'read' || change.action === 'deleted') {
        inbox.toasts = removeChanged(inbox.toasts, change)
        inbox.missed = removeChanged(inbox.missed, change)
      }
    },
    caughtUp(inbox) {
      const { missed } = inbox
      inbox.missed = []
      if (missed.length <= toastLimits.maximum) {
        for (const notification of missed) raiseToast(inbox, notification)
        return
      }
      const before = inbox.away ? [inbox.away.important] : []
      inbox.away = {
        count: (inbox.away?.count ?? 0) + missed.length,
        important: findMostImportant([...before, ...missed]),
      }
    },
    toastClosed(inbox, { payload }: PayloadAction<string>) {
      inbox.toasts = inbox.toasts.filter((notification) => notification.id !== payload)
    },
    awayClosed(inbox) {
      inbox.away = null
    },
    failureClosed(inbox) {
      inbox.isFailureClosed = true
    },
    listOpened(inbox) {
      inbox.isListOpen = true
    },
    listClosed(inbox) {
      inbox.isListOpen = false
    },
  },
  extraReducers: (builder) =>
    builder.addCase(customerSignedOut, () => initial).addCase(sessionEnded, () => initial),
})

declare module '../../app/store.ts' {
  export interface LazyLoadedSlices extends WithSlice<typeof inboxSlice> {}
}

/** Returns the initial state until the first action after the slice is loaded. */
export const selectInbox = rootReducer.inject(inboxSlice).selector(({ inbox }) => inbox)

export const {
  streamChanged,
  initialStateReceived,
  countReceived,
  changeReceived,
  caughtUp,
  toastClosed,
  awayClosed,
  failureClosed,
  listOpened,
  listClosed,
} = inboxSlice.actions
