import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'

export const subscriptionApi = api.injectEndpoints({
  endpoints: (build) => ({
    endSubscription: build.mutation<{ message: string }, string>({
      query: (token) => ({
        url: `${calls.newsletter}/unsubscribe`,
        method: 'POST',
        params: { token },
      }),
    }),
  }),
})

export const { useEndSubscriptionMutation } = subscriptionApi
