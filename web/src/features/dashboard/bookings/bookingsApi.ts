import { calls } from '../../../api/calls.ts'
import { injectCalls } from '../../../api/endpoints.ts'
import { listTag, rowTags } from '../../../api/tags.ts'
import { wholeList } from '../../../shared/limits.ts'
import type { FreeSlotsQuery } from './bookingOrder.ts'

/** Tag of the free times. A created, moved or cancelled booking changes them. */
const slotsTag = { type: 'Booking', id: 'SLOTS' } as const
const changedTags = [listTag('Booking'), slotsTag]

export const bookingsApi = injectCalls(({ get, post, patch, remove }) => ({
  getMyBookings: get(
    () => ({ url: calls.bookings, params: { limit: wholeList } }),
    (answer) => rowTags('Booking', answer?.bookings),
  ),
  getSlots: get((params: FreeSlotsQuery) => ({ url: calls.bookingSlots, params }), [slotsTag]),
  bookSlot: post(calls.bookings, changedTags),
  moveBooking: patch(
    ({ id, ...body }: { id: string; starts_at: string }) => ({ url: calls.booking(id), body }),
    changedTags,
  ),
  cancelBooking: remove(calls.booking, changedTags),
}))

export const {
  useGetMyBookingsQuery,
  useGetSlotsQuery,
  useBookSlotMutation,
  useMoveBookingMutation,
  useCancelBookingMutation,
} = bookingsApi
