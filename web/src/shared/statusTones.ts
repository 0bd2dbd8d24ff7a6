// Tones of states that the personal area and the admin panel share.

import type { BookingRead, PaymentRead } from '../api/wire/content.ts'
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
