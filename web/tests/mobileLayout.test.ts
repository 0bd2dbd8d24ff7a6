// The repeated rules for phones of any width resolve conflicts like the original rules for narrow
// windows.

import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { mobileLayout } from '../scripts/mobileLayout.mjs'

const postcss = createRequire(realpathSync('node_modules/vite/package.json'))('postcss')
const compileForPhones = (file: string): string =>
  postcss([mobileLayout()]).process(readFileSync(file, 'utf8'), { from: file }).css

/**
 * The computed value on a phone with a wide window, where the media queries for narrow windows do
 * not match.
 */
function computePhoneValue(css: string, element: Element, property: string): string {
  document.documentElement.dataset.layout = 'mobile'
  const style = document.createElement('style')
  style.textContent = css.replace(/@layer ui \{([\s\S]*)\}\s*$/, '$1')
  document.head.append(style)
  document.body.append(element)
  const value = getComputedStyle(element).getPropertyValue(property)
  style.remove()
  element.remove()
  delete document.documentElement.dataset.layout
  return value
}

describe('a rule of the mobile layout', () => {
  it('keeps its specificity', () => {
    const { css } = postcss([mobileLayout()]).process(
      '@media (max-width: 767px) { .head, :root, html body { padding: 1px } }',
      { from: undefined },
    )
    expect(css).toContain(":where(html[data-layout='mobile']) .head")
    expect(css).toContain(":root:where([data-layout='mobile'])")
    expect(css).toContain("html:where([data-layout='mobile']) body")
  })

  it('applies on a phone', () => {
    const { css } = postcss([mobileLayout()]).process(
      '.head { padding: 1px } @media (max-width: 767px) { .head { padding: 2px } }',
      { from: undefined },
    )
    const head = document.createElement('div')
    head.className = 'head'
    expect(computePhoneValue(css, head, 'padding')).toBe('2px')
  })

  it('gives way to a stronger rule: the empty head of the sign-in dialog has no padding', () => {
    const head = document.createElement('div')
    head.className = 'ui-dialog-head is-empty'
    expect(computePhoneValue(compileForPhones('src/ui/Dialog.css'), head, 'padding')).toMatch(
      /^0(px)?$/,
    )
  })

  it('gives way to a later rule: the margin of the page below 360 px', () => {
    const css = compileForPhones('src/ui/tokens.css')
    const margins = [...css.matchAll(/(:root\S*) \{[^{}]*--margin:\s*(\d+)px/g)]
    // All have the specificity of :root, so the last match wins.
    expect(margins.map(([, selector, value]) => [selector, value])).toEqual([
      [':root', '64'],
      [':root', '20'],
      [":root:where([data-layout='mobile'])", '20'],
      [':root', '16'],
    ])
  })
})
