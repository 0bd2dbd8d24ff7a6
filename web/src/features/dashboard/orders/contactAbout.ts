import { anchors, pages } from '../../../shared/paths.ts'

/**
 * Link to the contact form about an order or one of its documents; the form reads both from the
 * URL.
 */
export function buildContactLink(number: string, document?: string) {
  const about = new URLSearchParams({ order: number, ...(document && { document }) })
  return {
    pathname: pages.contacts,
    search: `?${about}`,
    hash: anchors.contactForm.slice(anchors.contactForm.indexOf('#')),
  }
}
