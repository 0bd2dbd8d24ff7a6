// The board of orders: a card is moved by drag, by the keyboard and by its menu, and two managers see each other's moves.
// Also the workload and the card of a customer.

import type { Locator, Page } from '@playwright/test'
import { callApi, createOrder, signInAdministrator } from './administrators.ts'
import { registerCustomer } from './customers.ts'
import { openPanelPage } from './panelPage.ts'
import { expect, open, test } from './site.ts'

const locateCard = (page: Page, number: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: number, exact: true }) })
const locateColumn = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}, заказов`) })

/**
 * Drags a card with events of the page. On a busy machine Playwright loses a native drag now and then, and after that the
 * browser ignores the mouse.
 */
async function drag(page: Page, from: Locator, to: Locator) {
  await expect(from).toHaveAttribute('draggable', 'true')
  const dataTransfer = await page.evaluateHandle(() => new DataTransfer())
  // After the drop a dialog may open, which hides the cards from locators by role. So the card is held as an element.
  const dragged = await from.elementHandle()
  await dragged?.dispatchEvent('dragstart', { dataTransfer })
  await expect(from).toHaveClass(/is-taken/)
  await to.dispatchEvent('dragover', { dataTransfer })
  await to.dispatchEvent('drop', { dataTransfer })
  await dragged?.dispatchEvent('dragend', { dataTransfer })
  await expect(page.locator('.is-taken')).toHaveCount(0)
}

/** Records the columns in which a card is, in order. An entry with two columns, or none, is a fault. */
async function recordColumns(page: Page, order: string) {
  await page.evaluate((id) => {
    const seen: string[] = []
    const note = () => {
      const columns = document.querySelectorAll<HTMLElement>(
        `[data-column]:has([data-card="${id}"])`,
      )
      const now = [...columns].map(({ dataset }) => dataset.column).join(' ')
      if (seen.at(-1) !== now) seen.push(now)
    }
    note()
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
    Object.assign(window, { columnsSeen: seen })
  }, order)
  return () => page.evaluate(() => (window as unknown as { columnsSeen: string[] }).columnsSeen)
}

test('an order is moved by drag, keyboard and menu, and a second manager sees it at once', async ({
  browser,
}) => {
  const office = await signInAdministrator(browser)
  const email = await registerCustomer(office.request)
  const { users } = await callApi(office, 'GET', `/api/auth/admin/users?query=${email}`)
  const order = { user_id: users[0].id, title: 'Audi A6, 2021', price_rub: 3_000_000 }
  const item = await createOrder(office, order)

  const first = await openPanelPage(office)
  const second = await openPanelPage(office)
  // Without these filters, the newest order may be on a later page of its column.
  const address = '/admin/orders?view=board&assignee_id=none&late=false'
  await open(first, address)
  await open(second, address)
  await expect(locateColumn(second, 'Консультация').getByText(item.number)).toBeVisible()

  await drag(first, locateCard(first, item.number), locateColumn(first, 'Поиск'))
  const question = first.getByRole('alertdialog', { name: /на этап «Поиск»/ })
  await expect(question.getByRole('region', { name: /которое получит покупатель/ })).toBeVisible()
  const seen = await recordColumns(first, item.id)
  await question.getByRole('button', { name: 'Перевести и сообщить' }).click()
  await expect(first.getByText(`Заказ ${item.number} переведён на этап «Поиск».`)).toBeVisible()
  await expect(locateCard(first, item.number)).toHaveAttribute('draggable', 'true')
  expect(await seen()).toEqual(['consultation', 'search'])
  await expect(locateColumn(second, 'Поиск').getByText(item.number)).toBeVisible()
  await expect(locateColumn(second, 'Консультация').getByText(item.number)).toHaveCount(0)

  // Other steps do not accept the card.
  await drag(first, locateCard(first, item.number), locateColumn(first, 'Консультация'))
  await expect(first.getByRole('alertdialog')).toHaveCount(0)

  await second.getByRole('link', { name: item.number }).focus()
  await second.keyboard.press('Space')
  await expect(second.getByText(new RegExp(`Заказ ${item.number} взят`))).toBeAttached()
  await second.keyboard.press('ArrowRight')
  const secondQuestion = second.getByRole('alertdialog', { name: /на этап «Проверка»/ })
  await expect(secondQuestion).toBeVisible()

  // The first manager is quicker.
  await first.getByRole('button', { name: `Действия с заказом ${item.number}` }).click()
  await first.getByRole('button', { name: 'Перевести на этап «Проверка»' }).click()
  await first.getByRole('button', { name: 'Перевести и сообщить' }).click()
  await expect(locateColumn(first, 'Проверка').getByText(item.number)).toBeVisible()
  await secondQuestion.getByRole('button', { name: 'Перевести и сообщить' }).click()
  await expect(second.getByText(/уже изменил другой сотрудник/)).toBeVisible()
  await expect(locateColumn(second, 'Проверка').getByText(item.number)).toBeVisible()
  const { item: moved } = await callApi(office, 'GET', `/api/content/admin/orders/${item.id}`)
  expect(moved.current_step).toBe('check')
  // The order is deleted, because a column shows only twenty orders.
  await callApi(office, 'DELETE', `/api/content/admin/orders/${item.id}`)
  await office.close()
})

test('the workload leads from a figure to the board with the orders of this employee', async ({
  browser,
}) => {
  const office = await signInAdministrator(browser)
  const email = await registerCustomer(office.request)
  const { users } = await callApi(office, 'GET', `/api/auth/admin/users?query=${email}`)
  const order = { user_id: users[0].id, title: 'Audi A6, 2021', price_rub: 3_000_000 }
  const item = await createOrder(office, order)
  // Anybody with an account may answer a buyer. This one has no other orders.
  const assignee = { assignee_id: users[0].id }
  await callApi(office, 'PUT', `/api/content/admin/orders/${item.id}/assignee`, assignee)

  const page = await openPanelPage(office)
  await open(page, '/admin/orders?view=workload')
  const table = page.getByRole('region', { name: 'Нагрузка по сотрудникам' })
  await expect(table.getByRole('row', { name: /^Никто не ведёт/ })).toBeVisible()
  // Other journeys leave accounts with the same name.
  await table.locator(`a[href$="view=board&assignee_id=${users[0].id}"]`).click()
  await expect(locateCard(page, item.number)).toBeVisible()
  await expect(locateColumn(page, 'Консультация').getByRole('listitem')).toHaveCount(1)
  await office.close()
})

test('the buyer of an order has a card with orders, emails and notes of the staff', async ({
  browser,
}) => {
  const office = await signInAdministrator(browser)
  const email = await registerCustomer(office.request)
  const { users } = await callApi(office, 'GET', `/api/auth/admin/users?query=${email}`)
  const order = { user_id: users[0].id, title: 'Audi A6, 2021', price_rub: 3_000_000 }
  const item = await createOrder(office, order)
  const page = await openPanelPage(office)
  await open(page, `/admin/orders?item=${item.id}`)
  await page.getByRole('complementary').getByRole('link', { name: 'Анна Орлова' }).click()
  await expect(page.getByRole('heading', { name: 'Анна Орлова' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Заказы' })).toContainText(item.number)
  // The email about the order is queued when the event arrives, and sent a little later.
  await expect(async () => {
    await page.reload()
    const emails = page.getByRole('region', { name: 'Письма' })
    const email = emails.getByRole('listitem').filter({ hasText: item.number })
    await expect(email).toContainText('отправлено', { timeout: 2000 })
    await expect(email.getByRole('link')).toHaveAttribute('href', new RegExp(`item=${item.id}$`))
  }).toPass()
  await page.getByLabel('Новая заметка').fill('Звонить после шести')
  await page.getByRole('button', { name: 'Добавить заметку' }).click()
  const notes = page.getByRole('region', { name: 'Заметки сотрудников' })
  await expect(notes.getByRole('listitem')).toContainText('Звонить после шести')
  await notes.getByRole('button', { name: /^Удалить заметку/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click()
  await expect(notes.getByText('Заметок нет.')).toBeVisible()
  await office.close()
})

test('phones show one column at a time', async ({ browser }) => {
  const office = await signInAdministrator(browser)
  const page = await openPanelPage(office)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/admin/orders?view=board')
  await expect(locateColumn(page, 'Консультация')).toBeInViewport()
  await page
    .getByRole('navigation', { name: 'Этапы' })
    .getByRole('button', { name: /^Таможня/ })
    .click()
  await expect(locateColumn(page, 'Таможня')).toBeInViewport({ ratio: 0.3 })
  await expect(locateColumn(page, 'Консультация')).not.toBeInViewport()
  await office.close()
})
