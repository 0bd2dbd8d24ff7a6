// A page of the build as a document: the steps of the build change elements, not text.

import { JSDOM } from 'jsdom'

// A document from this parser has no window: nothing is loaded, run or styled.
const { DOMParser, NodeFilter } = new JSDOM().window

/** The document of an HTML page, as a browser would parse it. */
export function parsePage(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html')
}

const noBreakSpace = '\u00a0'
/** No text has this character, and serializers leave it as it is. */
const standIn = '\ue000'

/** Puts a character in the place of another in all texts and attributes. */
function replaceCharacter(page: Document, from: string, to: string): void {
  const texts = page.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode } = texts
    currentNode.nodeValue = currentNode.nodeValue?.replaceAll(from, to) ?? null
  }
  for (const { attributes } of page.querySelectorAll('*'))
    for (const attribute of attributes) attribute.value = attribute.value.replaceAll(from, to)
}

/**
 * The HTML of a page's document, with the characters that it shows: a serializer spells each no-break space as an
 * entity, three times its bytes.
 */
export function pageHtml(page: Document): string {
  const spelled = page.cloneNode(true) as Document
  replaceCharacter(spelled, noBreakSpace, standIn)
  const html = spelled.documentElement.outerHTML.replaceAll(standIn, noBreakSpace)
  return `<!DOCTYPE html>${html}`
}

/** The script of `src/platform/boot.js`, which only the pages of the app have. */
export function bootScriptOf(page: Document): HTMLScriptElement | null {
  return page.querySelector('script[src^="/assets/boot-"]')
}

/** The addresses of the styles that a page of the app links, before they are inlined. Each is named once. */
export function stylesOf(page: Document): string[] {
  const links = page.querySelectorAll('link[rel="stylesheet"]')
  return [...new Set([...links].map((link) => filePath(link.getAttribute('href') ?? '')))]
}

/** Without the '#' that the framework puts behind the styles of a page's parts. */
export const filePath = (href: string): string => new URL(href, 'file:').pathname
