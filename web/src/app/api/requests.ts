import { api } from '../api.ts'
import { calls } from '../calls.ts'
import type { RequestAnswer, RequestCreate } from '../wire/content.ts'

const requestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendRequest: build.mutation<RequestAnswer, RequestCreate>({
      query: (body) => ({ url: calls.requests, method: 'POST', body }),
      invalidatesTags: ['Booking', 'Request'],
    }),
  }),
})

export const { useSendRequestMutation } = requestsApi
