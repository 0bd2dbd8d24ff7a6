import { calls } from '../../api/calls.ts'
import { injectCalls } from '../../api/endpoints.ts'

/** What the link of an email asks for: of the newsletter, or of the emails about the state of the services. */
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
