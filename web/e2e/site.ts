// What every journey shares: a page whose script errors fail the test, and the ways to open one.

import { test as base, expect, type Page } from '@playwright/test'

export { expect }

type Options = {
  /** Errors that a journey brings about itself. */
  expected: RegExp | undefined
}

export const test = base.extend<{ page: Page } & Options>({
  expected: [undefined, { option: true }],
  page: async ({ page, expected }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      // A refused answer is the journey's own business; a broken policy or script is not.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        errors.push(message.text())
    })
    await use(page)
    expect(errors.filter((error) => !expected?.test(error))).toEqual([])
  },
})

/** Opens a page past the start screen. */
export async function open(page: Page, path: string) {
  await page.addInitScript(() => sessionStorage.setItem('start_screen_seen', 'true'))
  await page.goto(path)
  await expect(page.getByRole('progressbar', { name: 'Загрузка' })).toHaveCount(0)
}

export const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
}
