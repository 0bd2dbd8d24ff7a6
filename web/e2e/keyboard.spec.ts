// Keyboard only: every element that Tab reaches is visible, has a name, shows its focus, and is not
// covered.

import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { callApi, signInAdministrator } from './administrators.ts'
import { signInBuyer } from './buyers.ts'
import { expect, open, test } from './site.ts'

/** Runs in the page. Returns the problem of the focused element; null if none has the focus. */
function checkFocused() {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const isOutlined = (candidate: Element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  }
  // A hidden input shows its focus on the label, or on the picture beside it.
  const parents = [element.parentElement, element.parentElement?.parentElement]
  const shown = [element, ...parents, ...(element.parentElement?.children ?? [])]
  const { left, top, width, height } = element.getBoundingClientRect()
  const front = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
  const isFree =
    element.contains(front) ||
    [front, front?.parentElement, front?.closest('label')].some((candidate) =>
      candidate?.contains(element),
    )
  const label = 'labels' in element ? (element.labels as NodeListOf<Element> | null)?.[0] : null
  const name = (element.ariaLabel ?? label?.textContent ?? element.textContent ?? '').trim()
  const problems = [
    !name && 'has no name',
    !shown.some((candidate) => candidate && isOutlined(candidate)) && 'shows no focus',
    !(width && height) && 'has no size',
    !isFree && `is not visible: ${front?.textContent?.slice(0, 40)}`,
  ]
  // A date field has several tab stops.
  const isRepeated = element.dataset.walked !== undefined && !element.matches('[type^=date]')
  element.dataset.walked = ''
  return {
    isRepeated,
    problems: problems.filter(Boolean).map((problem) => `${name.slice(0, 40)} ${problem}`),
  }
}

/** Presses Tab until the end of the page. Returns the number of stops. */
async function walk(page: Page, path: string): Promise<number> {
  await open(page, path)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  for (let stops = 0; ; stops += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(checkFocused)
    if (!found || found.isRepeated) return stops
    expect.soft(found.problems, path).toEqual([])
  }
}

test('Tab walks over public pages', { tag: '@screens' }, async ({ page }) => {
  for (const path of ['/services', '/contacts']) expect(await walk(page, path)).toBeGreaterThan(20)
})

test('Tab walks over the personal area', { tag: '@screens' }, async ({ browser }) => {
  const { context } = await signInBuyer(browser)
  const page = await context.newPage()
  for (const path of ['/dashboard', '/dashboard/bookings'])
    expect(await walk(page, path)).toBeGreaterThan(20)
  await context.close()
})

test('Tab walks over the panel', { tag: '@screens' }, async ({ browser }) => {
  const context = await signInAdministrator(browser)
  const page = await context.newPage()
  // Toasts about the requests of other journeys would lie on a field for some seconds.
  await page.route('**/api/sse/**', (route) => route.abort())
  const { items } = await callApi(page, 'GET', '/api/content/admin/orders?limit=1&status=active')
  for (const path of ['/admin/settings', `/admin/orders?item=${items[0].id}`])
    expect(await walk(page, path)).toBeGreaterThan(30)
  await context.close()
})

test('keys lead through a list of the panel, select rows, open one and come back', async ({
  browser,
}) => {
  const context = await signInAdministrator(browser)
  const page = await context.newPage()
  for (const name of ['Анна Клавишная', 'Вера Клавишная'])
    await callApi(page, 'POST', '/api/content/admin/contacts', {
      name,
      email: 'keys@example.com',
      phone: '+79990000000',
      message: 'Сколько ждать автомобиль?',
    })
  await open(page, '/admin/contacts')
  await expect(page.getByRole('row', { name: /Вера Клавишная/ }).first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('Клавишная')
  // The list of before shows other messages too. The header is a row as well.
  await expect(page.getByRole('row').filter({ hasNotText: 'Клавишная' })).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const second = page.getByRole('row').nth(2)
  await expect(second).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('group', { name: 'Выбрано: 1' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary')).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Клавиши панели' })
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.getByRole('button', { name: 'Закрыть запись' }).click()
  await expect(second).toBeFocused()
  await context.close()
})

test('Ctrl K finds a customer, an order, a car and an article, and opens what is chosen', async ({
  browser,
}) => {
  const word = `Палитра${randomInt(1e9)}`
  const context = await signInAdministrator(browser)
  const buyer = await signInBuyer(browser)
  const page = await context.newPage()
  const order = { user_id: buyer.id, title: `Audi ${word}`, price_rub: 3_000_000 }
  const { item } = await callApi(page, 'POST', '/api/content/admin/orders', order)
  const car = {
    brand: 'Audi',
    model: word,
    year: 2022,
    body_type: 'estate',
    fuel: 'diesel',
    power_hp: 204,
    price_rub: 6_100_000,
    status: 'hidden',
  }
  const { item: added } = await callApi(page, 'POST', '/api/content/admin/cars', car)
  await open(page, '/admin')
  // The panel listens to its keys once it is shown.
  await expect(page.getByRole('navigation', { name: 'Разделы', exact: true })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Поиск по панели' })
  const found = (kind: string) => page.getByRole('group', { name: kind }).getByRole('option')
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type(buyer.email)
  await expect(found('Клиенты')).toHaveText([/Анна Орлова/])
  await field.fill(word)
  await expect(found('Автомобили')).toHaveCount(1)
  await expect(found('Заказы')).toHaveCount(1)
  await expect(found('Заказы')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(found('Автомобили')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/cars\\?item=${added.id}`))
  await expect(field).toBeHidden()

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type(item.number)
  await expect(found('Заказы')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/orders\\?item=${item.id}`))
  await expect(field).toBeHidden()

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('Golf')
  await found('Статьи').first().click()
  await expect(page).toHaveURL(/\/admin\/articles\?item=/)
  await expect(field).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await callApi(page, 'DELETE', `/api/content/admin/cars/${added.id}`)
  await callApi(page, 'DELETE', `/api/content/admin/orders/${item.id}`)
  await buyer.context.close()
  await context.close()
})
