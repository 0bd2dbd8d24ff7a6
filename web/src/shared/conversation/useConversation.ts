// What the parts of an open conversation share: its newest state, the queue of unsent messages, read marks.

import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  type ConversationPlace,
  conversationsApi,
  pageOf,
  type TimelinePage,
  useGetConversationHeadQuery,
  useGetConversationPageQuery,
} from '../../api/conversations.ts'
import { subscribeTyping, type Typing, typingIn } from '../../api/typingHints.ts'
import type { MessageRead } from '../../api/wire/content.ts'
import { useAppDispatch } from '../../app/hooks.ts'
import { type QueueState, SendQueue } from './sendQueue.ts'

/** A conversation that is open is asked again in case a hint was lost. */
const pollEvery = 45_000

export const useHead = (place: ConversationPlace) =>
  useGetConversationHeadQuery(place, { pollingInterval: pollEvery, skipPollingIfUnfocused: true })

type Entry = { entry: MessageRead | undefined; isFailed: boolean; refetch: () => unknown }

/** The entry with a number: one of the newest, or one of its page, which is loaded when the first row needs it. */
export function useEntry(place: ConversationPlace, head: TimelinePage, number: number): Entry {
  const newest = head.messages.find((message) => message.number === number)
  const { entry, isFailed, refetch } = useGetConversationPageQuery(
    { ...place, page: pageOf(number) },
    {
      skip: newest !== undefined || number < 1,
      selectFromResult: ({ currentData, isError }) => ({
        entry: currentData?.messages.find((message) => message.number === number),
        isFailed: isError,
      }),
    },
  )
  return { entry: newest ?? entry, isFailed, refetch }
}

export function useSendQueue({ side, order }: ConversationPlace): [QueueState, SendQueue] {
  const dispatch = useAppDispatch()
  const [queue] = useState(
    () =>
      new SendQueue(`${side}:${order}`, ({ key, text, attachments }) =>
        dispatch(
          conversationsApi.endpoints.sendMessage.initiate({
            ...{ side, order, key, text },
            attachments: attachments.map(({ id }) => id),
          }),
        ).unwrap(),
      ),
  )
  return [useSyncExternalStore(queue.subscribe, queue.getState), queue]
}

/** Who types on the other side, or a colleague. */
export function useTyping(order: string): Typing | undefined {
  return useSyncExternalStore(subscribeTyping, () => typingIn(order))
}

/** Whether the page is in front of the user: what arrives behind another tab is not read. */
export function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const update = () => setIsVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isVisible
}
