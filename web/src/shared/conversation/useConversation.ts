// Hooks of an open conversation: its newest messages, its entries, the queue of unsent messages, and who
// is typing.

import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  type ConversationPlace,
  conversationsApi,
  findPageOfMessage,
  type TimelinePage,
  useGetConversationHeadQuery,
} from '../../api/conversations.ts'
import { getTypingHint, subscribeTyping, type TypingHint } from '../../api/typingHints.ts'
import type { MessageRead } from '../../api/wire/content.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { type QueueState, SendQueue } from './sendQueue.ts'

const pageQuery = conversationsApi.endpoints.getConversationPage
/** An open conversation is requested again at this interval (ms), in case an event was lost. */
const pollIntervalMs = 45_000

export const useHead = (place: ConversationPlace) =>
  useGetConversationHeadQuery(place, {
    pollingInterval: pollIntervalMs,
    skipPollingIfUnfocused: true,
  })

/** A row requests its page after this time in the document (ms). A fast scroll past the row requests nothing. */
const pageDelay = 100

type FoundEntry = { entry: MessageRead; earlier: MessageRead | undefined }

/** The entry with this number and the one before it, if the page has both. The first entry has none before it. */
function findEntry(page: TimelinePage | undefined, number: number): FoundEntry | undefined {
  const index = page?.messages.findIndex((message) => message.number === number) ?? -1
  const entry = page?.messages[index]
  const earlier = page?.messages[index - 1]
  return entry && (earlier || number === 1) ? { entry, earlier } : undefined
}

type EntryState = { found: FoundEntry | undefined; isFailed: boolean; refetch: () => unknown }

/** The entry with this number: one of the newest, or one of its page, which is loaded when the first row needs it. */
export function useEntry(place: ConversationPlace, head: TimelinePage, number: number): EntryState {
  const hasStayed = useHasStayed()
  const newest = findEntry(head, number)
  const page = { ...place, page: findPageOfMessage(number) }
  const { entry, earlier, isFailed } = pageQuery.useQueryState(page, {
    skip: newest !== undefined,
    selectFromResult: ({ currentData, isError }) => ({
      ...findEntry(currentData, number),
      isFailed: isError,
    }),
  })
  const { refetch } = pageQuery.useQuerySubscription(page, {
    skip: newest !== undefined || !hasStayed,
  })
  const loaded = newest ?? (entry && { entry, earlier })
  // A new message moves the oldest one out of the newest entries. Its row keeps the entry, because entries never change.
  const [known, setKnown] = useState(loaded)
  if (loaded && loaded.entry.id !== known?.entry.id) setKnown(loaded)
  return { found: loaded ?? known, isFailed, refetch }
}

function useHasStayed(): boolean {
  const [hasStayed, setHasStayed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasStayed(true), pageDelay)
    return () => clearTimeout(timer)
  }, [])
  return hasStayed
}

export function useSendQueue({ side, order }: ConversationPlace): [QueueState, SendQueue] {
  const dispatch = useAppDispatch()
  const [queue] = useState(
    () =>
      new SendQueue(`${side}:${order}`, ({ key, text, attachments }) =>
        dispatch(
          conversationsApi.endpoints.sendMessage.initiate({
            side,
            order,
            key,
            text,
            attachments: attachments.map(({ id }) => id),
          }),
        ).unwrap(),
      ),
  )
  return [useSyncExternalStore(queue.subscribe, queue.getState), queue]
}

/** The user of the other side, or the colleague, who is typing. */
export function useTyping(order: string): TypingHint | undefined {
  return useSyncExternalStore(subscribeTyping, () => getTypingHint(order))
}

/** Whether the user sees the page. A message that arrives while another tab is open is not read. */
export function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const update = () => setIsVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isVisible
}
