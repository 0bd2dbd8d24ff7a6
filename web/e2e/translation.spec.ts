// A page that the browser translates: React still works on it, and renders nothing twice.

import type { Page } from '@playwright/test'
import { expect, open, test, waitForHydration } from './site.ts'

/**
 * Translates the page as Chrome does: <font><font>…</font></font> takes the place of each text, and of each text that
 * comes later, a moment after it came.
 */
function translatePage() {
  function translate(text: Text) {
    const parent = text.parentElement
    if (!text.data.trim() || !parent || parent.closest('font, script, style, svg, textarea')) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = `${text.data} (en)`
    outer.append(inner)
    text.replaceWith(outer)
  }
  function translateAll() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(translate)
  }
  translateAll()
  let timer = 0
  new MutationObserver(() => {
    clearTimeout(timer)
    timer = window.setTimeout(translateAll, 100)
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
}

/** Marks the elements of the page, to see later whether they are still the same. */
const markElements = (page: Page) =>
  page.evaluate(() => {
    const marked = [...document.querySelectorAll('main :is(h1, h2, h3, p, section)')]
    Object.assign(window, { marked })
    return marked.length
  })

const listReplacedElements = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { marked: Element[] }).marked
      .filter((element) => !element.isConnected)
      .map((element) => element.outerHTML.slice(0, 120)),
  )

const listWaitingParts = (page: Page) => page.evaluate(() => globalThis.partsToHydrate?.size ?? 0)

test('parts that are hydrated after a translation keep their HTML', async ({ page }) => {
  await open(page, '/')
  expect(await listWaitingParts(page)).toBeGreaterThan(0)
  await page.evaluate(translatePage)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('(en)')
  await markElements(page)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => listWaitingParts(page)).toBe(0)
  expect(await listReplacedElements(page)).toEqual([])
})

for (const path of ['/privacy', '/terms', '/', '/services'])
  test(`${path} keeps its HTML when it was translated before its scripts were loaded`, async ({
    page,
  }) => {
    let release = () => {}
    const translationDone = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/assets\/(?!boot-).*\.js$/, async (route) => {
      await translationDone
      await route.continue()
    })
    await page.addInitScript(() => sessionStorage.setItem('start_screen_seen', 'true'))
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator('footer').waitFor({ state: 'attached' })
    await page.evaluate(translatePage)
    await markElements(page)
    release()
    await waitForHydration(page)
    expect(await listReplacedElements(page)).toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toContainText('(en)')
  })

test('a list is filtered and searched while the page is translated', async ({ page }) => {
  await open(page, '/blog')
  await page.evaluate(translatePage)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('(en)')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(6)
  // A click of the mouse does not happen if the text under it is translated between its press and its release.
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Обзоры/ })
    .press('Enter')
  await expect(cards).toHaveCount(5)
  const search = page.getByRole('searchbox')
  await search.fill('рестайлинг-которого-нет')
  await expect(cards).toHaveCount(0)
  await search.fill('')
  await expect(cards).toHaveCount(5)
})
