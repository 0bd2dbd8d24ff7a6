// The company's pages in social networks; `mark` is an id in brandMarks.svg.

import type { SiteSettings } from '../../app/settings.ts'
import { type CommunityWidget, parseCommunity } from './widgets.ts'

type SocialLink = { name: string; href: string; mark: string }

const networks: { key: keyof CommunityWidget; name: string; home: string }[] = [
  { key: 'vk', name: 'VK', home: 'https://vk.com/' },
  { key: 'telegram', name: 'Telegram', home: 'https://t.me/' },
  { key: 'max', name: 'MAX', home: 'https://max.ru/' },
]

export function socialLinks(widgets: SiteSettings['widgets']): SocialLink[] {
  const community = parseCommunity(widgets)
  return networks.map(({ key, name, home }) => ({
    name,
    mark: key,
    href: community[key] ?? home,
  }))
}
