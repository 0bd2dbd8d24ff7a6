// Sorts bookings into the lists of upcoming and past bookings. Pure functions.

import type { BookingRead, operations } from '../../../api/wire/content.ts'
import { newBooking } from '../../../shared/texts/bookings.ts'

/** Query parameters of the free times. */
export type FreeSlotsQuery = operations['list_free_slots']['parameters']['query']
export type BookingKind = FreeSlotsQuery['kind']

const kinds: readonly string[] = newBooking.kinds.map((kind) => kind.value)

export const isBookableKind = (kind: string): kind is BookingKind => kinds.includes(kind)

/** Whether a booking is a request to which no manager has given a time. */
export const isRequest = ({ request_id, starts_at }: BookingRead) =>
  request_id !== null && starts_at === null

export const hasEnded = (booking: BookingRead, now: Date) =>
  booking.ends_at !== null && new Date(booking.ends_at) <= now

export function sortBookings(bookings: readonly BookingRead[], now: Date) {
  const isPast = (booking: BookingRead) => booking.status === 'cancelled' || hasEnded(booking, now)
  const findTime = (booking: BookingRead) => booking.starts_at ?? booking.created_at
  return {
    // The next booking first; bookings without a time last.
    upcoming: bookings
      .filter((booking) => !isPast(booking))
      .toSorted((one, other) => (one.starts_at ?? '9999').localeCompare(other.starts_at ?? '9999')),
    past: bookings
      .filter(isPast)
      .toSorted((one, other) => findTime(other).localeCompare(findTime(one))),
  }
}
