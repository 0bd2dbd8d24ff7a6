// The names of payment states. A refund is a payment to the buyer, so its states have names of their own.

import type { PaymentRead } from '../api/wire/content.ts'
import { paymentStatusLabels, refundStatusLabels } from './texts/adminLabels.ts'
import { payments } from './texts/payments.ts'

type Kind = PaymentRead['kind']
type Payment = Pick<PaymentRead, 'kind' | 'status'>

/** The states of a payment of this kind, as managers read them. */
export const findPaymentLabels = (kind: Kind | undefined): Record<Payment['status'], string> =>
  kind === 'refund' ? refundStatusLabels : paymentStatusLabels

/** The state of a payment, as managers read it. */
export const formatPaymentStatus = ({ kind, status }: Payment): string =>
  findPaymentLabels(kind)[status]

/** The state of a payment, as the buyer reads it. */
export const formatOwnPaymentStatus = ({ kind, status }: Payment): string =>
  (kind === 'refund' ? payments.refundStatus : payments.status)[status]
