// Where the chat and the community messenger live, as the site settings say. Whatever is not
// configured or does not look like a web address is left out, and its fallback stands.

import { brand } from '../../app/brand.ts'
import type { SiteSettings } from '../../app/settings.ts'

export type CommunityWidget = { vk?: string; telegram?: string; max?: string; url?: string }

function addressesOf(widget: unknown): Record<string, string> {
  if (typeof widget === 'string') return /^https:\/\//.test(widget) ? { url: widget } : {}
  if (typeof widget !== 'object' || widget === null) return {}
  const addresses = Object.entries(widget).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && /^(https:\/\/|mailto:)/.test(entry[1]),
  )
  return Object.fromEntries(addresses)
}

export function communityOf(widgets: SiteSettings['widgets']): CommunityWidget {
  return addressesOf(widgets.community)
}

/** The support messenger behind the chat's fallback link; without one, a letter. */
export function supportAddress(settings: Pick<SiteSettings, 'widgets' | 'contactEmail'>): string {
  const chat = addressesOf(settings.widgets.chat)
  return chat.support ?? chat.url ?? `mailto:${settings.contactEmail || brand.contactEmail}`
}
