// The conversation of an order, for both of its sides: the buyer, and the company's managers.
//
// Entries have numbers from 1 without gaps, and never change. So the timeline is loaded in fixed pages, which are never
// loaded again. The newest entries ("head") are a separate query, which every change of the conversation refreshes.

import type { FetchArgs } from '@reduxjs/toolkit/query/react'
import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'
import type {
  AdminTimeline,
  AttachmentAnswer,
  MessageAnswer,
  ReadAnswer,
  Timeline,
} from './wire/content.ts'

export type Side = 'buyer' | 'company'
export type ConversationPlace = { side: Side; order: string }
/** The managers' part is absent in the buyer's answers. */
export type TimelinePage = Timeline & Partial<AdminTimeline>

export const pageSize = 50
/** Index, from 0, of the page that contains the entry with this number. */
export const findPageOfMessage = (number: number) => Math.floor((number - 1) / pageSize)

const buildPath = ({ side, order }: ConversationPlace) =>
  side === 'buyer' ? calls.order(order) : calls.contentAdminItem('orders', order)

const createTag = ({ order }: ConversationPlace) => ({ type: 'Conversation', id: order }) as const

export const conversationsApi = injectCalls(({ build }) => ({
  /** The newest entries and the state of the conversation. */
  getConversationHead: build.query<TimelinePage, ConversationPlace>({
    query: (place) => ({ url: `${buildPath(place)}/messages`, params: { limit: pageSize } }),
    providesTags: (_answer, _error, place) => [createTag(place)],
  }),
  /**
   * A complete page of entries, which is never loaded again. It also contains the last entry of the page before it:
   * comparing the two shows whether a new day begins with the first row.
   */
  getConversationPage: build.query<TimelinePage, ConversationPlace & { page: number }>({
    query: ({ page, ...place }) => ({
      url: `${buildPath(place)}/messages`,
      params: { after: Math.max(0, page * pageSize - 1), limit: pageSize + 1 },
    }),
  }),
  /** The first entry of a day ('YYYY-MM-DD', Moscow) or after it. */
  findConversationDay: build.query<TimelinePage, ConversationPlace & { day: string }>({
    query: ({ day, ...place }) => ({
      url: `${buildPath(place)}/messages`,
      params: { day, limit: 1 },
    }),
  }),
  sendMessage: build.mutation<
    MessageAnswer,
    ConversationPlace & { text: string; attachments: readonly string[]; key: string }
  >({
    query: ({ text, attachments, key, ...place }): FetchArgs => ({
      url: `${buildPath(place)}/messages`,
      method: 'POST',
      headers: { 'Idempotency-Key': key },
      body: { text, attachment_ids: attachments },
    }),
    /** The message is shown at once. The refresh loads messages that arrived meanwhile. */
    async onQueryStarted({ side, order }, { dispatch, queryFulfilled }) {
      const answer = await queryFulfilled.catch(() => null)
      if (!answer) return
      const { message } = answer.data
      dispatch(
        conversationsApi.util.updateQueryData('getConversationHead', { side, order }, (head) => {
          if (message.number !== head.last_number + 1) return
          head.messages.push(message)
          head.last_number = message.number
        }),
      )
    },
    invalidatesTags: (_answer, error, place) => (error ? [] : [createTag(place)]),
  }),
  markConversationRead: build.mutation<ReadAnswer, ConversationPlace & { number: number }>({
    query: ({ number, ...place }) => ({
      url: `${buildPath(place)}/messages/read`,
      method: 'PUT',
      body: { number },
    }),
    async onQueryStarted({ side, order }, { dispatch, queryFulfilled }) {
      const answer = await queryFulfilled.catch(() => null)
      if (!answer) return
      dispatch(
        conversationsApi.util.updateQueryData('getConversationHead', { side, order }, (head) => {
          head.read = answer.data.read
          head.unread = answer.data.unread
        }),
      )
    },
  }),
  announceTyping: build.mutation<unknown, ConversationPlace>({
    query: (place) => ({ url: `${buildPath(place)}/messages/typing`, method: 'POST' }),
  }),
  uploadAttachment: build.mutation<AttachmentAnswer, ConversationPlace & { file: File }>({
    query: ({ file, ...place }) => {
      const body = new FormData()
      body.append('file', file, file.name)
      return { url: `${buildPath(place)}/attachments`, method: 'POST', body }
    },
  }),
}))

export const {
  useGetConversationHeadQuery,
  useLazyFindConversationDayQuery,
  useMarkConversationReadMutation,
  useAnnounceTypingMutation,
  useUploadAttachmentMutation,
} = conversationsApi
