// The calls of the inbox, and how a change of it, heard on the stream or answered to a call of our
// own, gets into the lists that are on screen.
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from '../../app/api.ts'
import { notificationLists } from '../../app/limits.ts'
import { calls } from '../../app/paths.ts'
import type { AppDispatch, AppStore, RootState } from '../../app/store.ts'
import type {
  InboxChanged,
  InboxPage,
  MessageSend,
  NotificationRead,
  TestAnswer,
} from '../../app/wire/notifications.ts'
import { counted, selectInbox } from './inboxSlice.ts'
import type { InboxChange } from './streamEvents.ts'

export type InboxQuery = {
  limit: number
  offset: number
  type?: string
  is_read?: boolean
  search?: string
}

/** The newest fifty: the bell shows the first of them, the list of all begins with them. */
export const newestQuery: InboxQuery = { limit: notificationLists.store, offset: 0 }

/** `revision` is left out by a server that does not count. */
export type Inbox = Omit<InboxPage, 'revision'> & { revision?: number }

const isNewest = (asked: InboxQuery) => JSON.stringify(asked) === JSON.stringify(newestQuery)
const newestTag = { type: 'Notification', id: 'newest' } as const
const pageTag = { type: 'Notification', id: 'page' } as const

type StartState = ReturnType<AppStore['getState']>
type Thunk = (dispatch: AppDispatch, getState: () => StartState) => void
/** The dispatch of the store is typed by what the store starts with, the data client is not in it. */
type JoinedDispatch = ThunkDispatch<RootState, unknown, UnknownAction>

export const refreshNewest = () => api.util.invalidateTags([newestTag])
export const refreshPages = () => api.util.invalidateTags([pageTag])

export const inboxApi = api.injectEndpoints({
  endpoints: (build) => {
    type Change<Arg> = { url: (arg: Arg) => string; ids: (arg: Arg) => string[] | null }
    /** A change answers with the new counters; it is put into the lists when the server has agreed. */
    const change = <Arg>(
      action: 'read' | 'deleted',
      method: 'POST' | 'DELETE',
      { url, ids }: Change<Arg>,
    ) =>
      build.mutation<InboxChanged, Arg>({
        query: (arg) => {
          const chosen = ids(arg)
          const isSelection = method === 'POST' && Array.isArray(arg)
          return { url: url(arg), method, body: isSelection ? { ids: chosen } : undefined }
        },
        async onQueryStarted(arg, { dispatch, queryFulfilled }) {
          const answer = await queryFulfilled.catch(() => null)
          if (!answer) return
          const chosen = ids(arg)
          dispatch(counted(answer.data))
          dispatch(
            applyInboxChange({
              action,
              ids: chosen ?? undefined,
              all: chosen === null,
              unread_count: answer.data.unread_count,
              revision: answer.data.revision,
            }),
          )
          dispatch(refreshPages())
        },
      })
    return {
      getInbox: build.query<Inbox, InboxQuery>({
        query: (asked) => ({ url: calls.notifications, params: asked }),
        providesTags: (_page, _error, asked) => [isNewest(asked) ? newestTag : pageTag],
        async onQueryStarted(asked, { dispatch, getState, queryFulfilled }) {
          const before = selectInbox(getState() as RootState).revision
          const answer = await queryFulfilled.catch(() => null)
          if (!answer) return
          const { data } = answer
          dispatch(counted(data))
          const known = selectInbox(getState() as RootState).revision
          // Something happened while the list was on its way, and the list does not hold it yet.
          if (isNewest(asked) && known !== before && (data.revision ?? known ?? 0) < (known ?? 0))
            dispatch(refreshNewest())
        },
      }),
      markRead: change<string>('read', 'POST', { url: calls.markRead, ids: (id) => [id] }),
      markAllRead: change<void>('read', 'POST', { url: () => calls.markAllRead, ids: () => null }),
      markSelectionRead: change<string[]>('read', 'POST', {
        url: () => calls.markSelectionRead,
        ids: (ids) => ids,
      }),
      remove: change<string>('deleted', 'DELETE', { url: calls.notification, ids: (id) => [id] }),
      removeSelection: change<string[]>('deleted', 'POST', {
        url: () => calls.deleteSelection,
        ids: (ids) => ids,
      }),
      /** For administrators: an event through the whole house and back. */
      testStream: build.mutation<TestAnswer, MessageSend>({
        query: (body) => ({ url: calls.campaignTest, method: 'POST', body }),
      }),
      clearAll: change<void>('deleted', 'DELETE', { url: () => calls.clearAll, ids: () => null }),
    }
  },
})

/** The newest fifty as they are cached. */
export function selectNewest(state: StartState): Inbox | undefined {
  return inboxApi.endpoints.getInbox.select(newestQuery)(state as RootState).data
}

/** One change of the inbox in one cached list; false when the list has missed one before it. */
export function applyChange(list: Inbox, news: InboxChange): boolean {
  const { revision } = news
  if (revision !== undefined && list.revision !== undefined) {
    if (revision <= list.revision) return true
    if (revision > list.revision + 1) return false
    list.revision = revision
  }
  if (news.unread_count !== undefined) list.unread_count = news.unread_count
  if (news.action === 'new' && news.notification) addToList(list, news.notification)
  if (news.action === 'read') markReadInList(list, news)
  if (news.action === 'deleted') removeFromList(list, news)
  return true
}

function addToList(list: Inbox, notification: NotificationRead) {
  if (list.notifications.some((one) => one.id === notification.id)) return
  list.notifications.unshift(notification)
  list.notifications.splice(newestQuery.limit)
  list.total += 1
}

function markReadInList(list: Inbox, { ids, all }: InboxChange) {
  for (const one of list.notifications) if (all || ids?.includes(one.id)) one.is_read = true
}

function removeFromList(list: Inbox, { ids, all }: InboxChange) {
  const removedCount = all ? list.total : (ids?.length ?? 0)
  list.notifications = all ? [] : list.notifications.filter((one) => !ids?.includes(one.id))
  list.total = Math.max(0, list.total - removedCount)
}

/** Puts a change into every list on screen; what cannot be put in is read anew. */
export function applyInboxChange(news: InboxChange): Thunk {
  return (startDispatch, getState) => {
    const dispatch = startDispatch as JoinedDispatch
    const state = getState() as RootState
    let isWhole = !news.resync
    for (const query of inboxApi.util.selectCachedArgsForQuery(state, 'getInbox')) {
      if (isNewest(query)) {
        dispatch(
          inboxApi.util.updateQueryData('getInbox', query, (list) => {
            if (!applyChange(list, news)) isWhole = false
          }),
        )
      } else if (news.action === 'read') {
        dispatch(
          inboxApi.util.updateQueryData('getInbox', query, (list) => {
            markReadInList(list, news)
          }),
        )
      }
    }
    // A shortened list may have more behind its end.
    const isShort = news.action === 'deleted' && (selectNewest(state)?.total ?? 0) > newestQuery.limit
    if (!isWhole || isShort) dispatch(refreshNewest())
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
