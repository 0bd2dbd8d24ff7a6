import type { PaymentAdmin } from '../../../api/wire/content.ts'

type Due = Pick<PaymentAdmin, 'status' | 'due_at'>

/** An open payment has a due time that matters; the others are paid, cancelled or refunded. */
export const awaitsMoney = ({ status }: Pick<PaymentAdmin, 'status'>): boolean =>
  status === 'pending' || status === 'waiting'

/** A payment is late if it is open and its due time has passed. */
export const isPaymentLate = (payment: Due, now = new Date()): boolean =>
  awaitsMoney(payment) && Boolean(payment.due_at) && new Date(payment.due_at ?? '') < now
