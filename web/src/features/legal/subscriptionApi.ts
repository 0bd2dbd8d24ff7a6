import { injectCalls } from '../../app/api/endpoints.ts'
import { calls } from '../../app/calls.ts'

export const { useEndSubscriptionMutation } = injectCalls(({ post }) => ({
  endSubscription: post((token: string) => ({
    url: calls.newsletterUnsubscribe,
    params: { token },
  })),
}))
