import { calls } from '../../api/calls.ts'
import { injectCalls } from '../../api/endpoints.ts'

export const { useSendContactMessageMutation } = injectCalls(({ post }) => ({
  sendContactMessage: post(calls.contact, ['Contact']),
}))
