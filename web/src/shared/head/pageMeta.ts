// Head of a page: title, description, canonical URL, Open Graph and JSON-LD.

import type { MetaDescriptor } from 'react-router'
import { initialSettings } from '../../api/initialSettings.ts'
import { env } from '../../platform/env.ts'
import { pages } from '../paths.ts'
import { shell } from '../texts/shell.ts'

type JsonLd = Record<string, unknown>

type PageText = { title: string; description: string }

type HeadOptions = {
  /** An image of 1200 × 630 px, as a path of the site. */
  image?: string
  /** JSON-LD in addition to the breadcrumbs, which every page but the home page has. */
  jsonLd?: JsonLd[]
}

const toAbsoluteUrl = (path: string) => env.publicUrl + path

/** Replaces non-breaking and thin spaces, because machines read the head. */
const toPlainSpaces = (text: string) => text.replaceAll(/\s/g, ' ')

export function formatPageTitle(
  title: string,
  siteName: string = initialSettings.siteName,
): string {
  return toPlainSpaces(`${title} — ${siteName}`)
}

function describeBreadcrumbs(...trail: { name: string; path: string }[]): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name,
      item: toAbsoluteUrl(path),
    })),
  }
}

export function describeDealer(): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'AutoDealer',
    name: initialSettings.siteName,
    description: initialSettings.siteDescription,
    url: toAbsoluteUrl('/'),
    image: toAbsoluteUrl('/og/home.png'),
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

function createCommonMeta(
  text: PageText,
  path: string,
  imagePath = '/og/home.png',
): MetaDescriptor[] {
  const title = formatPageTitle(text.title)
  const description = toPlainSpaces(text.description)
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: initialSettings.siteName },
    { property: 'og:locale', content: 'ru_RU' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: toAbsoluteUrl(path) },
    { property: 'og:image', content: toAbsoluteUrl(imagePath) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** Head of a page that search engines index. */
export function createPageMeta(text: PageText, path: string, options: HeadOptions = {}) {
  const { image, jsonLd = [] } = options
  const trail = describeBreadcrumbs(
    { name: shell.home, path: pages.home },
    { name: text.title, path },
  )
  const data = path === pages.home ? jsonLd : [...jsonLd, trail]
  return [
    ...createCommonMeta(text, path, image),
    { tagName: 'link', rel: 'canonical', href: toAbsoluteUrl(path) },
    ...data.map((entry) => ({ 'script:ld+json': entry })),
  ]
}

/** Head of a personal or technical page, which search engines do not index. */
export const createHiddenMeta = (text: PageText, path: string): MetaDescriptor[] => [
  ...createCommonMeta(text, path),
  { name: 'robots', content: 'noindex' },
]
