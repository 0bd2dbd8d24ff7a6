// A page of the build as a DOM document, so build steps change elements instead of text.

import { JSDOM } from 'jsdom'

// A document from this parser has no window: it loads, runs and styles nothing.
const { DOMParser, NodeFilter } = new JSDOM().window

/** Parses an HTML page as a browser would. */
export function parsePage(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html')
}

const noBreakSpace = '\u00a0'
/** A placeholder that no text contains and serializers leave unchanged. */
const standIn = '\ue000'

/** Replaces a character in all texts and attributes. */
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
 * Serializes a page. It keeps non-breaking spaces as characters: the serializer writes each as an
 * entity of three times the size.
 */
export function serializePage(page: Document): string {
  const copy = page.cloneNode(true) as Document
  replaceCharacter(copy, noBreakSpace, standIn)
  const html = copy.documentElement.outerHTML.replaceAll(standIn, noBreakSpace)
  return `<!DOCTYPE html>${html}`
}

/** The script of `src/platform/boot.js`, which only pages of the app have. */
export function findBootScript(page: Document): HTMLScriptElement | null {
  return page.querySelector('script[src^="/assets/boot-"]')
}

/** URLs of the styles that a page links, before they are inlined, without duplicates. */
export function listStyles(page: Document): string[] {
  const links = page.querySelectorAll('link[rel="stylesheet"]')
  return [...new Set([...links].map((link) => toFilePath(link.getAttribute('href') ?? '')))]
}

/** The path without the '#' that the framework adds to the styles of a page's parts. */
export const toFilePath = (href: string): string => new URL(href, 'file:').pathname
