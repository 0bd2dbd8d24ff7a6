// The requests of the personal area. Every list has a tag, so the live stream can refresh it.

import { listTag, rowTags } from '../../app/api/tags.ts'
import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import type { User } from '../../app/sessionEvents.ts'
import type { UserAnswer } from '../../app/wire/auth.ts'
import type {
  BookingAnswer,
  BookingCreate,
  BookingList,
  DocumentAnswer,
  Done,
  ListFreeSlotsApiArg,
  OrderAnswer,
  OrderList,
  PaymentList,
  ShareAnswer,
  SharedAnswer,
  SlotList,
} from '../../app/wire/content.ts'
import { fillOrder, fillOrderSummary, fillSharedOrder } from './orderDefaults.ts'

/** The page size of lists without paging: no customer has more orders, payments or bookings. */
const maxItems = 100

const fileBody = (file: Blob, name?: string) => {
  const body = new FormData()
  body.append('file', file, name)
  return body
}

const slots = { type: 'Booking', id: 'SLOTS' } as const

export const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMyOrders: build.query<OrderList, void>({
      query: () => ({ url: calls.orders, params: { limit: maxItems } }),
      transformResponse: (answer: OrderList) => ({
        ...answer,
        orders: answer.orders.map(fillOrderSummary),
      }),
      providesTags: (answer) => rowTags('Order', answer?.orders),
    }),
    getMyOrder: build.query<OrderAnswer, string>({
      query: (id) => calls.order(id),
      transformResponse: (answer: OrderAnswer) => ({ ...answer, order: fillOrder(answer.order) }),
      providesTags: (_answer, _error, id) => [{ type: 'Order', id }],
    }),
    uploadDocument: build.mutation<DocumentAnswer, { order: string; document: string; file: File }>(
      {
        query: ({ order, document, file }) => ({
          url: calls.documentFile(order, document),
          method: 'PUT',
          body: fileBody(file, file.name),
        }),
        invalidatesTags: (_answer, _error, { order }) => [{ type: 'Order', id: order }],
      },
    ),
    shareOrder: build.mutation<ShareAnswer, { order: string; days: number }>({
      query: ({ order, days }) => ({
        url: calls.orderShare(order),
        method: 'POST',
        body: { days },
      }),
    }),
    stopSharingOrder: build.mutation<Done, string>({
      query: (order) => ({ url: calls.orderShare(order), method: 'DELETE' }),
    }),
    getSharedOrder: build.query<SharedAnswer, string>({
      query: (token) => calls.sharedOrder(token),
      transformResponse: (answer: SharedAnswer) => ({
        ...answer,
        order: fillSharedOrder(answer.order),
      }),
    }),
    getMyPayments: build.query<PaymentList, void>({
      query: () => ({ url: calls.payments, params: { limit: maxItems } }),
      providesTags: (answer) => rowTags('Payment', answer?.payments),
    }),
    getMyBookings: build.query<BookingList, void>({
      query: () => ({ url: calls.bookings, params: { limit: maxItems } }),
      providesTags: (answer) => rowTags('Booking', answer?.bookings),
    }),
    getSlots: build.query<SlotList, ListFreeSlotsApiArg>({
      query: (params) => ({ url: calls.bookingSlots, params }),
      // A booking that comes, moves or goes changes which times are free.
      providesTags: [slots],
    }),
    bookSlot: build.mutation<BookingAnswer, BookingCreate>({
      query: (body) => ({ url: calls.bookings, method: 'POST', body }),
      invalidatesTags: [listTag('Booking'), slots],
    }),
    moveBooking: build.mutation<BookingAnswer, { id: string; starts_at: string }>({
      query: ({ id, starts_at }) => ({
        url: calls.booking(id),
        method: 'PATCH',
        body: { starts_at },
      }),
      invalidatesTags: [listTag('Booking'), slots],
    }),
    cancelBooking: build.mutation<Done, string>({
      query: (id) => ({ url: calls.booking(id), method: 'DELETE' }),
      invalidatesTags: [listTag('Booking'), slots],
    }),
    changeProfile: build.mutation<UserAnswer, Pick<User, 'first_name' | 'last_name' | 'phone'>>({
      query: (body) => ({ url: calls.me, method: 'PATCH', body }),
    }),
    putAvatar: build.mutation<UserAnswer, Blob>({
      query: (picture) => ({
        url: calls.avatar,
        method: 'PUT',
        body: fileBody(picture, 'avatar.jpg'),
      }),
    }),
    dropAvatar: build.mutation<UserAnswer, void>({
      query: () => ({ url: calls.avatar, method: 'DELETE' }),
    }),
    /** Downloads a private file and returns an object URL of it, valid in this page only. */
    fetchFile: build.mutation<string, string>({
      query: (url) => ({
        url,
        responseHandler: async (answer) =>
          answer.ok ? URL.createObjectURL(await answer.blob()) : answer.text(),
      }),
    }),
  }),
})

export const {
  useGetMyOrdersQuery,
  useGetMyOrderQuery,
  useUploadDocumentMutation,
  useShareOrderMutation,
  useStopSharingOrderMutation,
  useGetSharedOrderQuery,
  useGetMyPaymentsQuery,
  useGetMyBookingsQuery,
  useGetSlotsQuery,
  useBookSlotMutation,
  useMoveBookingMutation,
  useCancelBookingMutation,
  useChangeProfileMutation,
  usePutAvatarMutation,
  useDropAvatarMutation,
  useFetchFileMutation,
} = dashboardApi
