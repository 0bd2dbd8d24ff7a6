import { calls } from '../../api/calls.ts'
import { injectCalls } from '../../api/endpoints.ts'

export const { useEndSubscriptionMutation } = injectCalls(({ post }) => ({
  endSubscription: post((token: string) => ({
    url: calls.newsletterUnsubscribe,
    params: { token },
  })),
}))
