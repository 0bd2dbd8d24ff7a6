import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'

export const { useSubscribeMutation } = injectCalls(({ post }) => ({
  subscribe: post((email: string) => ({
    url: calls.newsletter,
    body: { email, consent: true as const },
  })),
}))
