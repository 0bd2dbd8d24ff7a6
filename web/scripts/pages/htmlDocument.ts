// A page of the build as a document: the steps of the build change elements, not text.

import { JSDOM } from 'jsdom'

// A document from this parser has no window: nothing is loaded, run or styled.
const { DOMParser } = new JSDOM().window

/** The document of an HTML page, as a browser would parse it. */
export function parsePage(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html')
}

// The serializer spells each no-break space as an entity, three times its bytes. It leaves scripts and styles alone.
const SPELLED = /<(script|style)\b[\s\S]*?<\/\1>|&nbsp;/g

/** The HTML of a page's document, with the characters that it shows. */
export function pageHtml(page: Document): string {
  const html = page.documentElement.outerHTML.replace(SPELLED, (found) =>
    found === '&nbsp;' ? '\u00a0' : found,
  )
  return `<!DOCTYPE html>${html}`
}

/** The script of `src/app/boot.js`, which only the pages of the app have. */
export function bootScriptOf(page: Document): HTMLScriptElement | null {
  return page.querySelector('script[src^="/assets/boot-"]')
}

/** The addresses of the styles that a page of the app links, before they are inlined. Each is named once. */
export function stylesOf(page: Document): string[] {
  const links = page.querySelectorAll('link[rel="stylesheet"]')
  return [...new Set([...links].map((link) => filePath(link.getAttribute('href') ?? '')))]
}

/** Without the '#' that the framework puts behind the styles of a page's parts. */
export const filePath = (href: string): string => href.replace(/#$/, '')
