// Detects overlapping texts on a page.

import { expect, type Page } from '@playwright/test'
import { findBeyondTheEdge } from './site.ts'

/**
 * Pairs of visible texts that intersect. Fixed parts and the header are above the page by design.
 */
const findOverlappingTexts = (page: Page) =>
  page.evaluate(() => {
    type Line = {
      element: Element
      text: string
      left: number
      right: number
      top: number
      bottom: number
    }
    // An open dialog covers the page, so only its own texts are compared.
    const root = document.querySelector('[role=dialog], [role=alertdialog]') ?? document.body
    const isAbovePage = (element: Element | null): boolean =>
      element !== null &&
      element !== root &&
      (element.tagName === 'HEADER' ||
        getComputedStyle(element).position === 'fixed' ||
        isAbovePage(element.parentElement))
    // The header of a table that a phone shows as cards is for screen readers only.
    const isHidden = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' || isHidden(element.parentElement))
    /**
     * The visible part of a line inside containers that clip it, such as a text with an ellipsis.
     */
    function clip({ left, right, top, bottom }: DOMRect, element: Element | null): DOMRect {
      const shown = { left, right, top, bottom }
      for (let part = element; part; part = part.parentElement) {
        if (getComputedStyle(part).overflowX === 'visible') continue
        const frame = part.getBoundingClientRect()
        shown.left = Math.max(shown.left, frame.left)
        shown.right = Math.min(shown.right, frame.right)
        shown.top = Math.max(shown.top, frame.top)
        shown.bottom = Math.min(shown.bottom, frame.bottom)
      }
      const width = Math.max(0, shown.right - shown.left)
      const height = Math.max(0, shown.bottom - shown.top)
      return new DOMRect(shown.left, shown.top, width, height)
    }
    const isVisible = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.sr, .skip, script, style') &&
      !isHidden(element) &&
      !isAbovePage(element)
    function findLines(node: Text): Line[] {
      const element = node.parentElement
      const text = node.data.trim().slice(0, 40)
      if (!element || !text || !isVisible(element)) return []
      const range = document.createRange()
      range.selectNodeContents(node)
      // The line box is higher than its characters by about a fifth on each side.
      return [...range.getClientRects()]
        .map((line) => clip(line, element))
        .filter(({ width, height }) => width > 2 && height > 2)
        .map(({ left, right, top, bottom, height }) => {
          const inset = height / 5
          return { element, text, left, right, top: top + inset, bottom: bottom - inset }
        })
    }
    const lines: Line[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) lines.push(...findLines(walker.currentNode as Text))
    const doIntersect = (one: Line, other: Line) =>
      one.element !== other.element &&
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2
    return lines.flatMap((one, index) =>
      lines
        .slice(index + 1)
        .filter((other) => doIntersect(one, other))
        .map((other) => `${one.text} × ${other.text}`),
    )
  })

/** Its `poll` waits, because drawings and transitions adapt to a new width only after a moment. */
const softExpect = expect.configure({ soft: true })

/**
 * Fails the test softly if texts of the page still intersect after its drawings have adapted to the
 * new width.
 */
export const expectNoOverlaps = (page: Page, message: string) =>
  softExpect.poll(() => findOverlappingTexts(page), { message }).toEqual([])

/**
 * Like `expectNoOverlaps`, for content beyond the right edge, such as a message that is still
 * sliding in.
 */
const expectInside = (page: Page, message: string) =>
  softExpect.poll(() => findBeyondTheEdge(page), { message }).toEqual([])

/** From a small phone to a desktop. Between 768 and 1100 px few media queries apply. */
const widths = [360, 600, 768, 900, 1024, 1280]

/** Fails the test softly if texts overlap or the page scrolls horizontally. */
export async function expectToFit(page: Page, address: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverlaps(page, `${address} at ${width} px`)
    await expectInside(page, `${address} at ${width} px`)
  }
}
