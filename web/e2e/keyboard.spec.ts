// Keyboard only: every element that Tab reaches is visible, has a name, shows its focus, and is not
// covered; the keys of the panel's lists and of its command palette.

import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { callApi, createOrder, signInAdministrator } from './administrators.ts'
import { signInBuyer } from './buyers.ts'
import { expect, open, test } from './site.ts'

type FocusStop = { name: string; candidates: Element[]; looks: string[] }

/**
 * Runs in the page. Returns the problems of the focused element, and whether Tab was here before;
 * null if no element has the focus. Marks the element as visited. Whether an element shows its focus
 * is known only after Tab has left it, so this problem is reported with the next element.
 */
function visitFocused() {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const readLook = (candidate: Element) => {
    const { outline, boxShadow, borderColor } = getComputedStyle(candidate)
    return `${outline} ${boxShadow} ${borderColor}`
  }
  const { left, top, width, height } = element.getBoundingClientRect()
  const front = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
  const isUncovered =
    element.contains(front) ||
    [front, front?.parentElement, front?.closest('label')].some((candidate) =>
      candidate?.contains(element),
    )
  const label = 'labels' in element ? (element.labels as NodeListOf<Element> | null)?.[0] : null
  const name = (element.ariaLabel ?? label?.textContent ?? element.textContent ?? '').trim()
  const shortName = name.slice(0, 40)
  const problems = [
    !name && 'an element has no name',
    !(width && height) && `${shortName} has no size`,
    !isUncovered && `${shortName} is covered by: ${front?.textContent?.slice(0, 40)}`,
  ]
  // A date field has several tab stops.
  const isDateField = element.matches('[type^=date]')
  const isRepeated = element.dataset.visited !== undefined && !isDateField
  element.dataset.visited = ''
  const pageWindow = window as { earlierStop?: FocusStop }
  const earlier = pageWindow.earlierStop
  const hasEarlierLook = earlier?.candidates.every(
    (candidate, index) => readLook(candidate) === earlier.looks[index],
  )
  if (hasEarlierLook) problems.push(`${earlier?.name} shows no focus`)
  // A hidden input shows its focus on the label, or on the picture beside it.
  const candidates = [
    element,
    element.parentElement,
    element.parentElement?.parentElement,
    ...(element.parentElement?.children ?? []),
  ].filter((candidate) => candidate instanceof Element)
  pageWindow.earlierStop = isDateField
    ? undefined
    : { name: shortName, candidates, looks: candidates.map(readLook) }
  return { isRepeated, problems: problems.filter(Boolean) }
}

/**
 * Presses Tab until the focus leaves the page or comes to a stop again. Expects no problem at any
 * stop. Returns the number of stops.
 */
async function walkByTab(page: Page, path: string): Promise<number> {
  await open(page, path)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  for (let stops = 0; ; stops += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(visitFocused)
    if (!found || found.isRepeated) return stops
    expect.soft(found.problems, path).toEqual([])
  }
}

test('every stop of Tab on public pages has a name, is visible and shows its focus', {
  tag: '@screens',
}, async ({ page }) => {
  for (const path of ['/services', '/contacts'])
    expect(await walkByTab(page, path)).toBeGreaterThan(20)
})

test('every stop of Tab in the personal area has a name, is visible and shows its focus', {
  tag: '@screens',
}, async ({ browser }) => {
  const { context } = await signInBuyer(browser)
  const page = await context.newPage()
  for (const path of ['/dashboard', '/dashboard/bookings'])
    expect(await walkByTab(page, path)).toBeGreaterThan(20)
  await context.close()
})

test('every stop of Tab in the panel has a name, is visible and shows its focus', {
  tag: '@screens',
}, async ({ browser }) => {
  const context = await signInAdministrator(browser)
  const page = await context.newPage()
  // Toasts about the requests of other journeys would lie on a field for some seconds.
  await page.route('**/api/sse/**', (route) => route.abort())
  const { items } = await callApi(page, 'GET', '/api/content/admin/orders?limit=1&status=active')
  for (const path of ['/admin/settings', `/admin/orders?item=${items[0].id}`])
    expect(await walkByTab(page, path)).toBeGreaterThan(30)
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
  // Until the search is done, other messages are listed too. The header is the one other row.
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
  const addedOrder = await createOrder(page, order)
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
  const { item: addedCar } = await callApi(page, 'POST', '/api/content/admin/cars', car)
  await open(page, '/admin')
  // The keys of the panel work once it is shown.
  await expect(page.getByRole('navigation', { name: 'Разделы', exact: true })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Поиск по панели' })
  const locateFound = (kind: string) => page.getByRole('group', { name: kind }).getByRole('option')
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type(buyer.email)
  await expect(locateFound('Пользователи')).toHaveText([/Анна Орлова/])
  await field.fill(word)
  await expect(locateFound('Автомобили')).toHaveCount(1)
  await expect(locateFound('Заказы')).toHaveCount(1)
  await expect(locateFound('Заказы')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(locateFound('Автомобили')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/cars\\?item=${addedCar.id}`))
  await expect(field).toBeHidden()

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type(addedOrder.number)
  await expect(locateFound('Заказы')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/orders\\?item=${addedOrder.id}`))
  await expect(field).toBeHidden()

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('Golf')
  await locateFound('Статьи').first().click()
  await expect(page).toHaveURL(/\/admin\/articles\?item=/)
  await expect(field).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await callApi(page, 'DELETE', `/api/content/admin/cars/${addedCar.id}`)
  await callApi(page, 'DELETE', `/api/content/admin/orders/${addedOrder.id}`)
  await buyer.context.close()
  await context.close()
})
