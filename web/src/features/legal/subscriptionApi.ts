import { calls } from '../../api/calls.ts'
import { injectCalls } from '../../api/endpoints.ts'

/** Action of an email link, for the newsletter or for emails about the service status. */
export type LinkAction = 'confirm' | 'unsubscribe'
type Link = { action: LinkAction; isStatus: boolean; token: string }

const addresses = {
  newsletter: { confirm: calls.newsletterConfirm, unsubscribe: calls.newsletterUnsubscribe },
  status: { confirm: calls.statusConfirm, unsubscribe: calls.statusUnsubscribe },
} as const

export const { useFollowLinkMutation } = injectCalls(({ post }) => ({
  followLink: post(({ action, isStatus, token }: Link) => ({
    url: addresses[isStatus ? 'status' : 'newsletter'][action],
    params: { token },
  })),
}))
