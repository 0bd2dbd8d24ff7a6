import { anchors, pages } from '../../shared/paths.ts'

/** The contact form about an order, or about a document of it; the form takes both from the address. */
export function contactAbout(number: string, document?: string) {
  const about = new URLSearchParams({ order: number, ...(document && { document }) })
  return {
    pathname: pages.contacts,
    search: `?${about}`,
    hash: anchors.contactForm.slice(anchors.contactForm.indexOf('#')),
  }
}
