// Shared by all journeys: a page whose script errors fail the test, and functions that open, pause and
// measure a page.

import { test as base, expect, type Locator, type Page } from '@playwright/test'

export { expect }

type Options = {
  /** Matches the errors that a journey causes on purpose. */
  expectedErrors: RegExp | undefined
}

/**
 * Fills a field in Firefox. There Playwright sets the value with the setter that React has put on the
 * element, so React takes the value for its own and notices no change. The setter of the element's
 * class is the browser's own.
 */
async function fillByOwnSetter(this: Locator, text: string) {
  await this.focus()
  await this.evaluate((field: HTMLInputElement, value) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, text)
}

export const test = base.extend<{ page: Page } & Options>({
  expectedErrors: [undefined, { option: true }],
  page: async ({ page, expectedErrors, browserName }, use) => {
    if (browserName === 'firefox')
      Object.assign(Object.getPrototypeOf(page.locator('html')), { fill: fillByOwnSetter })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      // A failed response may be intended by the journey; a CSP violation or a script error is not.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        errors.push(message.text())
    })
    await use(page)
    expect(errors.filter((error) => !expectedErrors?.test(error))).toEqual([])
  },
})

/**
 * A car of the demo content that no journey changes. The newest car may be one that another journey
 * creates and deletes.
 */
export const demoCar = { path: '/cars/lexus-lc-500-convertible-2021', model: 'LC 500' }

/** Waits until a loaded page is hydrated (platform/hydration.ts). */
export const waitForHydration = (page: Page) =>
  expect(page.locator('html[data-hydrated]')).toHaveCount(1)

/**
 * Waits until a deferred part is hydrated. A press or a submit before that is repeated by a timer, which
 * does not run while the clock is paused.
 */
export async function waitForPartHydration(page: Page, id: string) {
  await page.locator(`#${id}`).scrollIntoViewIfNeeded()
  await page.waitForFunction((part) => !globalThis.partsToHydrate?.has(part), id)
}

/** Opens a page without the start screen. */
export async function open(page: Page, path: string) {
  await page.addInitScript(() => {
    // Firefox also runs this in the blank page before, which has neither a URL nor a storage.
    if (location.href) sessionStorage.setItem('start_screen_seen', 'true')
  })
  await page.goto(path)
  await expect(page.getByRole('progressbar', { name: 'Загрузка' })).toHaveCount(0)
  await waitForHydration(page)
}

/**
 * Pauses the clock of a page: from now on only the test advances its time, however slow the machine
 * is. It jumps `ahead` milliseconds, because the pause time must still be in the future when the
 * page receives it. A page that receives it too late refuses it and is asked again.
 */
export const pauseClock = (page: Page, ahead = 60_000) =>
  expect(async () => {
    await page.clock.pauseAt(await page.evaluate((jump) => Date.now() + jump, ahead))
  }).toPass()

/** The texts by which a page is recognized: its heading, and the links that are marked as current. */
const readPageMarks = (page: Page) => page.locator('h1, [aria-current=page]').allInnerTexts()

/** Navigates with the router, because a full load of each page takes twice as long. */
export async function navigate(page: Page, path: string) {
  const isLoaded = page.url().startsWith('http')
  // The same page with another query string has no other text by which its arrival could be seen.
  if (!isLoaded || new URL(page.url()).pathname === new URL(path, page.url()).pathname)
    return open(page, path)
  // React would hydrate the page of the new path over the HTML of the old one.
  await waitForHydration(page)
  const before = await readPageMarks(page)
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect.poll(() => readPageMarks(page)).not.toEqual(before)
}

/** Sets the theme and waits for the colour transitions. */
export async function setTheme(page: Page, theme: 'light' | 'dark') {
  await page.evaluate(async (chosen) => {
    document.documentElement.dataset.theme = chosen
    const moving = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(moving.map((animation) => animation.finished))
  }, theme)
}

/** Public pages that every stack has, and a path without a page. */
export const publicRoutes = [
  '/',
  '/about',
  '/services',
  '/contacts',
  '/blog',
  '/cars',
  '/privacy',
  '/terms',
  '/developers',
  '/sitemap',
  '/status',
  '/unsubscribe',
  '/nowhere',
]

/**
 * Elements beyond the right edge of the window. The page clips them, so its own width does not show
 * them.
 */
export const findBeyondTheEdge = (page: Page) =>
  page.evaluate(() => {
    const edge = document.documentElement.clientWidth + 1
    const isClipped = (element: Element | null): boolean =>
      element !== null &&
      element.tagName !== 'MAIN' &&
      (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement))
    return [...document.querySelectorAll('body *:not(svg *)')]
      .filter((element) => {
        const { right, width, height } = element.getBoundingClientRect()
        return right > edge && width > 0 && height > 0 && !isClipped(element.parentElement)
      })
      .map((element) => `${element.tagName} ${element.className} ${element.textContent}`)
  })

export const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
}
