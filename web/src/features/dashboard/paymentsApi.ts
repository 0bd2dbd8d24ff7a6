import { injectCalls } from '../../app/api/endpoints.ts'
import { rowTags } from '../../app/api/tags.ts'
import { calls } from '../../app/calls.ts'
import { wholeList } from '../../app/limits.ts'

export const { useGetMyPaymentsQuery } = injectCalls(({ get }) => ({
  getMyPayments: get(
    () => ({ url: calls.payments, params: { limit: wholeList } }),
    (answer) => rowTags('Payment', answer?.payments),
  ),
}))
