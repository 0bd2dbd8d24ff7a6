// The layout of every public page at six widths: no text covers another text, and no sideways scroll.

import type { Page } from '@playwright/test'
import { expectNoOverlaps } from './overlaps.ts'
import { beyondTheEdge, expect, navigate, publicRoutes, test } from './site.ts'

const widths = [360, 600, 800, 900, 1024, 1280]

/** Scrolls through the page, so that its lazy parts are loaded. */
async function loadLazyParts(page: Page) {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    scrollTo({ top: 0, behavior: 'instant' })
  })
  await page.waitForLoadState('networkidle')
}

test('no two texts intersect and nothing scrolls sideways, at six widths', async ({ page }) => {
  test.slow()
  for (const path of publicRoutes) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await navigate(page, path)
    await loadLazyParts(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoOverlaps(page, `${path} ${width}`)
      expect.soft(await beyondTheEdge(page), `${path} ${width}`).toEqual([])
    }
  }
})

test('the lines of a calculation do not overlap, and its sum is visible above the dock', async ({
  page,
}) => {
  await navigate(page, '/services')
  const calculator = page.getByRole('region', { name: 'Калькулятор растаможки' })
  await calculator.getByLabel('Стоимость, ₽').fill('2500000')
  await calculator.getByLabel('Объём двигателя, л').fill('2')
  await calculator.getByLabel('Возраст, лет').fill('2')
  await calculator.getByRole('button', { name: 'Рассчитать' }).click()
  const result = page.getByRole('region', { name: 'Результат расчёта' })
  await expect(result).toBeVisible()
  const sum = result.getByText('Итого с автомобилем').last()
  for (const width of [360, 768, 900, 1024, 1100]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoOverlaps(page, String(width))
    const isSeen = await sum.evaluate((element) => {
      element.scrollIntoView({ block: 'end', behavior: 'instant' })
      const { left, bottom } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + 4, bottom - 4))
    })
    expect.soft(isSeen, String(width)).toBe(true)
  }
  // Nothing shows through beside the dock once the page is scrolled.
  const dock = page.getByRole('navigation', { name: 'Быстрая навигация' })
  await expect
    .poll(() => dock.evaluate((nav) => getComputedStyle(nav, '::before').opacity))
    .toBe('1')
})
