// Whether texts of a page lie on each other.

import { expect, type Page } from '@playwright/test'

/** Pairs of visible texts that intersect. Fixed parts and the header are above the page by design. */
const overlappingTexts = (page: Page) =>
  page.evaluate(() => {
    type Line = {
      element: Element
      text: string
      left: number
      right: number
      top: number
      bottom: number
    }
    const isAbovePage = (element: Element | null): boolean =>
      element !== null &&
      (element.tagName === 'HEADER' ||
        getComputedStyle(element).position === 'fixed' ||
        isAbovePage(element.parentElement))
    // The header of a table that a phone shows as cards is for screen readers only.
    const isHidden = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' || isHidden(element.parentElement))
    /** What remains of a line inside the parts that cut it off, such as a text with an ellipsis. */
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
      const [width, height] = [shown.right - shown.left, shown.bottom - shown.top]
      return new DOMRect(shown.left, shown.top, Math.max(0, width), Math.max(0, height))
    }
    const isVisible = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.sr, .skip, script, style') &&
      !isHidden(element) &&
      !isAbovePage(element)
    function linesOf(node: Text): Line[] {
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
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) lines.push(...linesOf(walker.currentNode as Text))
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

/** Fails the test softly when texts of the page still intersect once its drawings have followed the new width. */
export const expectNoOverlaps = (page: Page, message: string) =>
  expect
    .configure({ soft: true, timeout: 10_000 })
    .poll(() => overlappingTexts(page), { message })
    .toEqual([])
