// URLs of the chat and the community messenger from the site settings. If a URL is missing or is not a
// web URL, the fallback is shown.

import type { SiteSettings } from '../../api/settings.ts'
import { brand } from '../../shared/brand.ts'

export type CommunityWidget = { vk?: string; telegram?: string; max?: string; url?: string }

function parseUrls(widget: unknown): Record<string, string> {
  if (typeof widget === 'string') return /^https:\/\//.test(widget) ? { url: widget } : {}
  if (typeof widget !== 'object' || widget === null) return {}
  const urls = Object.entries(widget).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && /^(https:\/\/|mailto:)/.test(entry[1]),
  )
  return Object.fromEntries(urls)
}

export function parseCommunity(widgets: SiteSettings['widgets']): CommunityWidget {
  return parseUrls(widgets.community)
}

/** The script of the live chat: only an https URL that the settings declare as a script. */
export function findChatScript(widgets: SiteSettings['widgets']): string | null {
  const { script } = parseUrls(widgets.chat)
  return script?.startsWith('https://') ? script : null
}

/** Id of the VK community whose messenger opens in the page. */
export function findCommunityGroup(widgets: SiteSettings['widgets']): number | null {
  const { community } = widgets
  if (typeof community !== 'object' || community === null || !('vkGroup' in community)) return null
  const group = Number(community.vkGroup)
  return Number.isInteger(group) && group > 0 ? group : null
}

/** The support messenger of the chat's fallback link, or an email link. */
export function findSupportAddress(
  settings: Pick<SiteSettings, 'widgets' | 'contactEmail'>,
): string {
  const chat = parseUrls(settings.widgets.chat)
  return chat.support ?? chat.url ?? `mailto:${settings.contactEmail || brand.contactEmail}`
}

// The company's pages in social networks; `mark` is an id in brandMarks.svg.
type SocialLink = { name: string; href: string; mark: string }

const networks: { key: keyof CommunityWidget; name: string; home: string }[] = [
  { key: 'vk', name: 'VK', home: 'https://vk.com/' },
  { key: 'telegram', name: 'Telegram', home: 'https://t.me/' },
  { key: 'max', name: 'MAX', home: 'https://max.ru/' },
]

export function listSocialLinks(widgets: SiteSettings['widgets']): SocialLink[] {
  const community = parseCommunity(widgets)
  return networks.map(({ key, name, home }) => ({
    name,
    mark: key,
    href: community[key] ?? home,
  }))
}
