import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'

export const { useSendRequestMutation } = injectCalls(({ post }) => ({
  sendRequest: post(calls.requests, ['Booking', 'Request']),
}))
