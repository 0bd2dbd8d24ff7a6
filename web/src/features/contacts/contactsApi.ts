import { injectCalls } from '../../app/api/endpoints.ts'
import { calls } from '../../app/calls.ts'

export const { useSendContactMessageMutation } = injectCalls(({ post }) => ({
  sendContactMessage: post(calls.contact, ['Contact']),
}))
