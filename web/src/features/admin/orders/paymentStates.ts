// The states of a payment, as managers read them. A refund is a payment to the buyer, so its states have other names.

import type { PaymentRead } from '../../../api/wire/content.ts'
import { paymentStatusLabels, refundStatusLabels } from '../../../shared/texts/adminLabels.ts'

type Payment = Pick<PaymentRead, 'kind' | 'status'>

/** The states of a payment of this kind. */
export const findPaymentLabels = (
  kind: Payment['kind'] | undefined,
): Record<Payment['status'], string> =>
  kind === 'refund' ? refundStatusLabels : paymentStatusLabels

export const formatPaymentStatus = ({ kind, status }: Payment): string =>
  findPaymentLabels(kind)[status]
