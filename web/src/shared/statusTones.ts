// Tones of states that the personal area and the admin panel share.

import type { BookingRead, PaymentRead, ReservationRead } from '../api/wire/content.ts'
import type { Tone } from '../ui/Tag.tsx'

export const bookingTones: Record<BookingRead['status'], Tone> = {
  requested: 'warn',
  confirmed: 'ok',
  cancelled: 'none',
}

export const paymentTones: Record<PaymentRead['status'], Tone> = {
  pending: 'warn',
  waiting: 'info',
  paid: 'ok',
  cancelled: 'none',
  refunded: 'none',
}

export const reservationTones: Record<ReservationRead['status'], Tone> = {
  awaiting_payment: 'warn',
  paid: 'ok',
  expired: 'none',
  cancelled: 'none',
  released: 'none',
  ordered: 'info',
}
