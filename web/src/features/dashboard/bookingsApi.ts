import { injectCalls } from '../../app/api/endpoints.ts'
import { listTag, rowTags } from '../../app/api/tags.ts'
import { calls } from '../../app/calls.ts'
import { wholeList } from '../../app/limits.ts'
import type { ListFreeSlotsApiArg } from '../../app/wire/content.ts'

/** A booking that comes, moves or goes changes which times are free. */
const slots = { type: 'Booking', id: 'SLOTS' } as const
const changed = [listTag('Booking'), slots]

export const {
  useGetMyBookingsQuery,
  useGetSlotsQuery,
  useBookSlotMutation,
  useMoveBookingMutation,
  useCancelBookingMutation,
} = injectCalls(({ get, post, patch, remove }) => ({
  getMyBookings: get(
    () => ({ url: calls.bookings, params: { limit: wholeList } }),
    (answer) => rowTags('Booking', answer?.bookings),
  ),
  getSlots: get((params: ListFreeSlotsApiArg) => ({ url: calls.bookingSlots, params }), [slots]),
  bookSlot: post(calls.bookings, changed),
  moveBooking: patch(
    ({ id, ...body }: { id: string; starts_at: string }) => ({ url: calls.booking(id), body }),
    changed,
  ),
  cancelBooking: remove(calls.booking, changed),
}))
