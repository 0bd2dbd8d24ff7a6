import { listTag, rowTags } from '../../app/api/tags.ts'
import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import { wholeList } from '../../app/limits.ts'
import type {
  BookingAnswer,
  BookingCreate,
  BookingList,
  Done,
  ListFreeSlotsApiArg,
  SlotList,
} from '../../app/wire/content.ts'

const slots = { type: 'Booking', id: 'SLOTS' } as const

export const bookingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMyBookings: build.query<BookingList, void>({
      query: () => ({ url: calls.bookings, params: { limit: wholeList } }),
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
  }),
})

export const {
  useGetMyBookingsQuery,
  useGetSlotsQuery,
  useBookSlotMutation,
  useMoveBookingMutation,
  useCancelBookingMutation,
} = bookingsApi
