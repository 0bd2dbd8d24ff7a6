// The head of a public page: title, description, canonical address, Open Graph and JSON-LD.

import type { MetaDescriptor } from 'react-router'
import { env } from './env.ts'
import { initialSettings } from './initialSettings.ts'

type JsonLd = Record<string, unknown>

type PageHead = {
  title: string
  description: string
  path: string
  /** An image of 1200 × 630 px, as a path under the site's root. */
  image?: string
  jsonLd?: JsonLd[]
  /** Personal and technical pages are not indexed by search engines. */
  hidden?: boolean
}

const absolute = (path: string) => env.publicUrl + path

/** Replaces non-breaking and thin spaces: machines read the head too. */
export const withPlainSpaces = (text: string) => text.replaceAll(/\s/g, ' ')

export function pageTitle(title: string, siteName: string = initialSettings.siteName): string {
  return withPlainSpaces(`${title} — ${siteName}`)
}

export function breadcrumbs(...trail: { name: string; path: string }[]): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name,
      item: absolute(path),
    })),
  }
}

export function autoDealer(): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'AutoDealer',
    name: initialSettings.siteName,
    description: initialSettings.siteDescription,
    url: absolute('/'),
    image: absolute('/og/home.png'),
    telephone: initialSettings.contactPhone,
    email: initialSettings.contactEmail,
    priceRange: '₽₽₽',
    address: {
      '@type': 'PostalAddress',
      addressCountry: 'RU',
      streetAddress: initialSettings.contactAddress,
    },
    openingHoursSpecification: [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
        opens: '09:00',
        closes: '19:00',
      },
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: 'Saturday',
        opens: '10:00',
        closes: '16:00',
      },
    ],
  }
}

export function pageMeta(page: PageHead): MetaDescriptor[] {
  const title = pageTitle(page.title)
  const description = withPlainSpaces(page.description)
  const url = absolute(page.path)
  const image = absolute(page.image ?? '/og/home.png')
  const head: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: initialSettings.siteName },
    { property: 'og:locale', content: 'ru_RU' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
  if (page.hidden) head.push({ name: 'robots', content: 'noindex' })
  else head.push({ tagName: 'link', rel: 'canonical', href: url })
  for (const data of page.jsonLd ?? []) head.push({ 'script:ld+json': data as never })
  return head
}
