import { calls } from '../../api/calls.ts'
import { injectCalls } from '../../api/endpoints.ts'

export type LinkAction = 'confirm' | 'unsubscribe'
/** What the emails are about. Emails about a saved search or a price limit need no confirmation. */
export type EmailList = 'newsletter' | 'status' | 'search' | 'price'
type EmailLink = { action: LinkAction; list: EmailList; token: string }

const urls = {
  newsletter: { confirm: calls.newsletterConfirm, unsubscribe: calls.newsletterUnsubscribe },
  status: { confirm: calls.statusConfirm, unsubscribe: calls.statusUnsubscribe },
  search: { confirm: calls.savedSearchStop, unsubscribe: calls.savedSearchStop },
  price: { confirm: calls.priceLimitStop, unsubscribe: calls.priceLimitStop },
} as const

export const { useFollowLinkMutation } = injectCalls(({ post }) => ({
  followLink: post(({ action, list, token }: EmailLink) => ({
    url: urls[list][action],
    params: { token },
  })),
}))
