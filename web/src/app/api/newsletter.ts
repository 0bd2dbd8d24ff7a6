import { api } from '../api.ts'
import { calls } from '../calls.ts'

const newsletterApi = api.injectEndpoints({
  endpoints: (build) => ({
    subscribe: build.mutation<{ message?: string }, string>({
      query: (email) => ({ url: calls.newsletter, method: 'POST', body: { email, consent: true } }),
    }),
  }),
})

export const { useSubscribeMutation } = newsletterApi
