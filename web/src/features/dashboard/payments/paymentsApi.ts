import { calls } from '../../../api/calls.ts'
import { injectCalls } from '../../../api/endpoints.ts'
import { rowTags } from '../../../api/tags.ts'
import { wholeList } from '../../../shared/limits.ts'

export const paymentsApi = injectCalls(({ get }) => ({
  getMyPayments: get(
    () => ({ url: calls.payments, params: { limit: wholeList } }),
    (answer) => rowTags('Payment', answer?.payments),
  ),
}))

export const { useGetMyPaymentsQuery } = paymentsApi
