import { rowTags } from '../../app/api/tags.ts'
import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import { wholeList } from '../../app/limits.ts'
import type { PaymentList } from '../../app/wire/content.ts'

export const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMyPayments: build.query<PaymentList, void>({
      query: () => ({ url: calls.payments, params: { limit: wholeList } }),
      providesTags: (answer) => rowTags('Payment', answer?.payments),
    }),
  }),
})

export const { useGetMyPaymentsQuery } = paymentsApi
