// Which bookings lie ahead, and in what order they are read. Pure.

import { newBooking } from '../../app/texts/bookings.ts'
import type { BookingRead, ListFreeSlotsApiArg } from '../../app/wire/content.ts'

export type BookingKind = ListFreeSlotsApiArg['kind']

const kinds: readonly string[] = newBooking.kinds.map((kind) => kind.value)

export const isBookableKind = (kind: string): kind is BookingKind => kinds.includes(kind)

export const hasEnded = (booking: BookingRead, now: Date) =>
  booking.ends_at !== null && new Date(booking.ends_at) <= now

export function sortBookings(bookings: readonly BookingRead[], now: Date) {
  const isPast = (one: BookingRead) => one.status === 'cancelled' || hasEnded(one, now)
  const at = (one: BookingRead) => one.starts_at ?? one.created_at
  return {
    // The next one first; a request without a time waits at the end.
    upcoming: bookings
      .filter((one) => !isPast(one))
      .toSorted((one, other) => (one.starts_at ?? '9999').localeCompare(other.starts_at ?? '9999')),
    past: bookings.filter(isPast).toSorted((one, other) => at(other).localeCompare(at(one))),
  }
}
