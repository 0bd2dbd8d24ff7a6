// Requests of the inbox, and how a change from the stream or a response is applied to the cached
// lists.

import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from '../../api/api.ts'
import { calls } from '../../api/calls.ts'
import { injectCalls } from '../../api/endpoints.ts'
import type { InboxChanged, InboxPage, NotificationRead } from '../../api/wire/notifications.ts'
import type { AppDispatch, AppStore, RootState } from '../../app/store.ts'
import { notificationLists } from '../../shared/limits.ts'
import { countReceived, selectInbox } from './inboxSlice.ts'
import type { InboxChange } from './parseStreamEvent.ts'

export type InboxQuery = {
  limit: number
  offset: number
  type?: string
  is_read?: boolean
  search?: string
}

/**
 * The newest notifications. The bell shows the first five; the dialog with all notifications starts with
 * all of them.
 */
export const newestQuery: InboxQuery = { limit: notificationLists.newest, offset: 0 }

/** `revision` may be missing in an incomplete response. Then every change is applied. */
export type Inbox = Omit<InboxPage, 'revision'> & { revision?: number }

const isNewest = (query: InboxQuery) => JSON.stringify(query) === JSON.stringify(newestQuery)
const newestTag = { type: 'Notification', id: 'newest' } as const
const pageTag = { type: 'Notification', id: 'page' } as const

type StartState = ReturnType<AppStore['getState']>
type Thunk = (dispatch: AppDispatch, getState: () => StartState) => void
/** The type of dispatch once the API client is injected; the store is typed without it. */
type JoinedDispatch = ThunkDispatch<RootState, unknown, UnknownAction>

export const refreshNewest = () => api.util.invalidateTags([newestTag])
export const refreshPages = () => api.util.invalidateTags([pageTag])

/** Ids of a change; undefined for all notifications. */
const toIds = (arg: unknown) => (arg === undefined ? undefined : [arg].flat().map(String))

export const inboxApi = injectCalls(({ build, post }) => {
  type Call<Arg> = (arg: Arg) => {
    url: string
    method: 'POST' | 'DELETE'
    body?: { ids: string[] }
  }
  /**
   * A change of the notifications in `arg`, or of all without `arg`. The lists are updated only after the
   * response, which has the new counters.
   */
  const change = <Arg>(action: 'read' | 'deleted', query: Call<Arg>) =>
    build.mutation<InboxChanged, Arg>({
      query,
      async onQueryStarted(arg, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null)
        if (!answer) return
        const { unread_count, revision } = answer.data
        const ids = toIds(arg)
        dispatch(countReceived(answer.data))
        dispatch(applyInboxChange({ action, ids, all: !ids, unread_count, revision }))
        dispatch(refreshPages())
      },
    })
  return {
    getInbox: build.query<Inbox, InboxQuery>({
      query: (params) => ({ url: calls.notifications, params }),
      providesTags: (_page, _error, query) => [isNewest(query) ? newestTag : pageTag],
      async onQueryStarted(query, { dispatch, getState, queryFulfilled }) {
        const revisionBefore = selectInbox(getState() as RootState).revision
        const answer = await queryFulfilled.catch(() => null)
        if (!answer) return
        const { data } = answer
        dispatch(countReceived(data))
        const revisionNow = selectInbox(getState() as RootState).revision
        if (!isNewest(query) || revisionNow === null || data.revision === undefined) return
        // The inbox changed while the request was running, and the response does not contain the change.
        const isOutdated = revisionNow !== revisionBefore && data.revision < revisionNow
        if (isOutdated) dispatch(refreshNewest())
      },
    }),
    markRead: change<string>('read', (id) => ({ url: calls.markRead(id), method: 'POST' })),
    markAllRead: change<void>('read', () => ({ url: calls.markAllRead, method: 'POST' })),
    markSelectionRead: change<string[]>('read', (ids) => ({
      url: calls.markSelectionRead,
      method: 'POST',
      body: { ids },
    })),
    remove: change<string>('deleted', (id) => ({ url: calls.notification(id), method: 'DELETE' })),
    removeSelection: change<string[]>('deleted', (ids) => ({
      url: calls.deleteSelection,
      method: 'POST',
      body: { ids },
    })),
    clearAll: change<void>('deleted', () => ({ url: calls.clearAll, method: 'DELETE' })),
    /** For administrators: sends a test notification through all services to the stream. */
    testStream: post(calls.campaignTest),
  }
})

/** The newest fifty notifications from the cache. */
export function selectNewest(state: StartState): Inbox | undefined {
  return inboxApi.endpoints.getInbox.select(newestQuery)(state as RootState).data
}

/** Applies one change to a cached list. Returns false if the list has missed an earlier change. */
export function applyChange(list: Inbox, change: InboxChange): boolean {
  const { revision } = change
  if (revision !== undefined && list.revision !== undefined) {
    if (revision <= list.revision) return true
    if (revision > list.revision + 1) return false
    list.revision = revision
  }
  if (change.unread_count !== undefined) list.unread_count = change.unread_count
  if (change.action === 'new' && change.notification) addToList(list, change.notification)
  if (change.action === 'read') markReadInList(list, change)
  if (change.action === 'deleted') removeFromList(list, change)
  return true
}

function addToList(list: Inbox, notification: NotificationRead) {
  if (list.notifications.some((listed) => listed.id === notification.id)) return
  list.notifications.unshift(notification)
  list.notifications.splice(newestQuery.limit)
  list.total += 1
}

function markReadInList(list: Inbox, { ids, all }: InboxChange) {
  for (const notification of list.notifications)
    if (all || ids?.includes(notification.id)) notification.is_read = true
}

function removeFromList(list: Inbox, { ids, all }: InboxChange) {
  const removedCount = all ? list.total : (ids?.length ?? 0)
  list.notifications = all
    ? []
    : list.notifications.filter((notification) => !ids?.includes(notification.id))
  list.total = Math.max(0, list.total - removedCount)
}

/** Applies a change to every cached list. A list that has missed a change is refetched. */
export function applyInboxChange(change: InboxChange): Thunk {
  return (startDispatch, getState) => {
    const dispatch = startDispatch as JoinedDispatch
    const state = getState() as RootState
    let isComplete = !change.resync
    for (const query of inboxApi.util.selectCachedArgsForQuery(state, 'getInbox')) {
      if (isNewest(query)) {
        dispatch(
          inboxApi.util.updateQueryData('getInbox', query, (list) => {
            if (!applyChange(list, change)) isComplete = false
          }),
        )
      } else if (change.action === 'read') {
        dispatch(
          inboxApi.util.updateQueryData('getInbox', query, (list) => {
            markReadInList(list, change)
          }),
        )
      }
    }
    // After a deletion, the end of the list lacks the server's next notifications.
    const isShort =
      change.action === 'deleted' && (selectNewest(state)?.total ?? 0) > newestQuery.limit
    if (!isComplete || isShort) dispatch(refreshNewest())
  }
}

export const {
  useGetInboxQuery,
  useMarkReadMutation,
  useMarkAllReadMutation,
  useMarkSelectionReadMutation,
  useRemoveMutation,
  useRemoveSelectionMutation,
  useClearAllMutation,
  useTestStreamMutation,
} = inboxApi
