// axe finds nothing on public pages and in their dialogs, in both themes. Nothing is wider than the
// window, from 320 to 1920 px.

import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { expect, findBeyondTheEdge, navigate, open, publicRoutes, setTheme, test } from './site.ts'

// axe runs once in each theme. The layout of 768 px is only checked for overflow.
const layouts = [
  { width: 320, theme: 'dark', runsAxe: true },
  { width: 768, theme: 'light', runsAxe: false },
  { width: 1920, theme: 'light', runsAxe: true },
] as const

/** Checks the current page at each width, in its theme. */
async function checkLayouts(page: Page, where: string) {
  const found: string[] = []
  for (const { width, theme, runsAxe } of layouts) {
    await page.setViewportSize({ width, height: 900 })
    await setTheme(page, theme)
    // Another width may show a part of the page that is not loaded yet.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    if (runsAxe)
      for (const violation of await findViolations(page))
        found.push(`${where} ${width} ${theme}: ${violation}`)
    for (const what of await findBeyondTheEdge(page))
      found.push(`${where} ${width} beyond: ${what}`)
  }
  return found
}

/** Scrolls lazy parts into view until all are loaded. */
async function waitForContent(page: Page) {
  const waiting = page.locator('[aria-busy=true]')
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
  await expect(async () => {
    if (await waiting.count()) await waiting.first().scrollIntoViewIfNeeded({ timeout: 1_000 })
    await expect(waiting).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.waitForLoadState('networkidle')
}

// All routes share one browser page, because a new page would load every script again.
test('public pages pass axe and fit the window', { tag: '@screens' }, async ({ page }) => {
  test.slow()
  for (const path of publicRoutes) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await navigate(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect.soft(await page.title()).toMatch(/\S — \S/)
    await waitForContent(page)
    expect.soft(await checkLayouts(page, path)).toEqual([])
  }
})

test('a car, an article and a saved calculation pass axe and fit the window', {
  tag: '@screens',
}, async ({ page, request }) => {
  const { cars } = await (await request.get('/api/cars?limit=1&sort=created_at')).json()
  await open(page, `/cars/${cars[0].slug}`)
  await waitForContent(page)
  expect(await checkLayouts(page, 'car')).toEqual([])

  await open(page, '/blog/utilizacionnyj-sbor-160-sil')
  const article = page.getByRole('dialog')
  await expect(article.getByText('Войдите, чтобы оставить комментарий')).toBeVisible()
  expect(await checkLayouts(page, 'article')).toEqual([])

  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/services?price=3000000&engineVolumeLiters=2&age=4&enginePower=150#calculator')
  await expect(page.getByRole('region', { name: 'Результат расчёта' })).toBeVisible()
  expect(await checkLayouts(page, 'result')).toEqual([])
  await page.getByRole('button', { name: 'Сохранить и поделиться' }).click()
  await page.locator('a[href^="/calc/"]').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Сохранённый расчёт')
  await expect(page.getByRole('region', { name: 'Результат расчёта' })).toBeVisible()
  expect(await checkLayouts(page, 'calculation')).toEqual([])
})

test('the row of filters passes axe and fits a phone', { tag: '@screens' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/cars?brand=BMW')
  await expect(page.getByLabel('Марка')).toHaveValue('BMW')
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect.soft(await findViolations(page), theme).toEqual([])
  }
  expect(await findBeyondTheEdge(page)).toEqual([])
})

test('dialogs and forms with errors pass axe and fit the window', {
  tag: '@screens',
}, async ({ page }) => {
  await open(page, '/contacts')
  await page.getByRole('button', { name: 'Отправить сообщение' }).click()
  await expect(page.getByRole('main').getByText('Проверьте поля формы')).toBeVisible()
  expect(await checkLayouts(page, 'errors')).toEqual([])

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Авторизоваться' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Вход' })).toBeVisible()
  expect(await checkLayouts(page, 'sign in')).toEqual([])
  await page.getByRole('button', { name: 'Нет аккаунта? Зарегистрироваться' }).click()
  await expect(page.getByRole('dialog', { name: 'Регистрация' })).toBeVisible()
  expect(await checkLayouts(page, 'registration')).toEqual([])
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Меню', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Меню' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})
