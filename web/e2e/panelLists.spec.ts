// Lists of the panel: saved filters, undo of bulk changes, and the assignee.

import type { BrowserContext, Locator, Page } from '@playwright/test'
import { callApi, createOrder, signInAdministrator } from './administrators.ts'
import { signInBuyer } from './buyers.ts'
import { openPanelPage } from './panelPage.ts'
import { expect, open, test } from './site.ts'

test('saved filters show the list again, and two shown cars are hidden again by one press', async ({
  browser,
}) => {
  const office = await signInAdministrator(browser)
  const model = `Панель ${Date.now()}`
  for (const year of [2021, 2022])
    await callApi(office, 'POST', '/api/content/admin/cars', {
      brand: 'Audi',
      model,
      year,
      body_type: 'estate',
      fuel: 'diesel',
      power_hp: 204,
      price_rub: 6_100_000,
      status: 'hidden',
    })
  const page = await openPanelPage(office)
  await open(page, `/admin/cars?search=${encodeURIComponent(model)}&sort=-price_rub`)
  const menu = page.getByRole('dialog', { name: 'Мои фильтры' })
  const openMenu = () => page.getByRole('button', { name: 'Мои фильтры' }).click()
  await openMenu()
  await menu.getByLabel('Как назвать нынешние фильтры').fill(model)
  await menu.getByRole('button', { name: 'Запомнить' }).click()
  const saved = menu.getByRole('button', { name: model, exact: true })
  await expect(saved).toHaveAttribute('aria-current', 'true')

  // Saved filters belong to the account, so they remain after the page is loaded again.
  await open(page, '/admin/cars')
  await openMenu()
  await saved.click()
  await expect(page.getByRole('row', { name: new RegExp(model) })).toHaveCount(2)
  expect(new URL(page.url()).searchParams.get('sort')).toBe('-price_rub')

  const readStatuses = async () => {
    const searchUrl = `/api/content/admin/cars?search=${encodeURIComponent(model)}`
    const { items } = await callApi(office, 'GET', searchUrl)
    return items.map(({ status }: { status: string }) => status)
  }
  await page.getByLabel('Выбрать все').check()
  await page.getByRole('button', { name: 'Показать 2' }).click()
  const question = page.getByRole('button', { name: 'Опубликовать всё равно' })
  await question.click()
  // The question gives the focus back when it closes.
  await expect(question).toHaveCount(0)
  // The toast stays open while its button has the focus.
  const undo = page.getByRole('button', { name: 'Отменить', exact: true })
  await undo.focus()
  expect(await readStatuses()).toEqual(['published', 'published'])
  await undo.press('Enter')
  await expect(page.getByText('Отменено: 2.')).toBeVisible()
  expect(await readStatuses()).toEqual(['hidden', 'hidden'])

  const remove = menu.getByRole('button', { name: `Удалить «${model}»` })
  await openMenu()
  await remove.click()
  await expect(menu.getByText(`«${model}» удалён.`)).toBeVisible()
  await office.close()
})

/** Adds two messages of the contact form. Both senders have the surname, so a search finds both. */
async function addMessages(office: BrowserContext, surname: string) {
  for (const name of ['Анна', 'Вера'])
    await callApi(office, 'POST', '/api/content/admin/contacts', {
      name: `${name} ${surname}`,
      email: 'lists@example.com',
      phone: '+79990000000',
      message: 'Сколько ждать автомобиль?',
    })
}

type InboxMessage = { id: string; name: string; status: string; assignee_id: string | null }

test('messages that were assigned together are given back by one press, unless somebody has changed one', async ({
  browser,
}) => {
  const office = await signInAdministrator(browser)
  const surname = `Общая${Date.now()}`
  await addMessages(office, surname)
  const list = `/api/content/admin/contacts?search=${surname}`
  const readStates = async () => {
    const { items }: { items: InboxMessage[] } = await callApi(office, 'GET', list)
    return items.map(({ status, assignee_id }) => `${status} ${assignee_id ? 'кем-то' : 'никем'}`)
  }
  const page = await openPanelPage(office)
  await open(page, `/admin/contacts?search=${surname}`)
  await expect(page.getByRole('row', { name: new RegExp(surname) })).toHaveCount(2)
  const assignBoth = async () => {
    await page.getByLabel('Выбрать все').check()
    await page.getByRole('button', { name: 'Назначить 2' }).click()
    const question = page.getByRole('alertdialog')
    const colleague = question.getByLabel('Кто ведёт')
    await expect(colleague.locator('option')).not.toHaveCount(1)
    await colleague.selectOption({ index: 1 })
    await question.getByRole('button', { name: 'Назначить', exact: true }).click()
    await expect(page.getByText('Готово: 2.')).toBeVisible()
  }
  const undo = page.getByRole('button', { name: 'Отменить', exact: true })

  await assignBoth()
  // The toast stays open while its button has the focus.
  await undo.focus()
  expect(await readStates()).toEqual(['in_progress кем-то', 'in_progress кем-то'])
  await undo.press('Enter')
  await expect(page.getByText('Отменено: 2.')).toBeVisible()
  expect(await readStates()).toEqual(['new никем', 'new никем'])

  await assignBoth()
  await undo.focus()
  const { items }: { items: InboxMessage[] } = await callApi(office, 'GET', list)
  const [changed] = items
  const { item } = await callApi(office, 'GET', `/api/content/admin/contacts/${changed?.id}`)
  const closed = { status: 'closed', version: item.version }
  await callApi(office, 'PATCH', `/api/content/admin/contacts/${changed?.id}`, closed)
  await undo.press('Enter')
  await expect(page.getByRole('alert')).toContainText(`Изменено: ${changed?.name}`)
  expect((await readStates()).sort()).toEqual(['closed кем-то', 'in_progress кем-то'])
  await office.close()
})

/** The left edge, the top edge and the width of each element (px). */
const measurePlaces = (elements: readonly Locator[]) =>
  Promise.all(
    elements.map(async (element) => {
      const box = await element.boundingBox()
      return box && [Math.round(box.x), Math.round(box.y), Math.round(box.width)]
    }),
  )

const locateRecord = (page: Page) => page.getByRole('main').getByRole('complementary')

test('the assignee is chosen without moving anything on the screen', async ({ browser }) => {
  const office = await signInAdministrator(browser)
  const surname = `Спокойная${Date.now()}`
  await addMessages(office, surname)
  const { items } = await callApi(office, 'GET', `/api/content/admin/contacts?search=${surname}`)
  const page = await openPanelPage(office)
  await open(page, `/admin/contacts?search=${surname}&item=${items[0].id}`)
  const message = [
    page.getByRole('row').nth(1),
    locateRecord(page).getByRole('heading').first(),
    locateRecord(page).getByRole('link', { name: 'Ответить письмом' }),
    locateRecord(page).getByLabel('Заметка'),
  ]
  for (const part of message) await expect(part).toBeVisible()
  const before = await measurePlaces(message)
  await locateRecord(page).getByRole('button', { name: 'Взять себе' }).click()
  await expect(locateRecord(page).getByRole('button', { name: 'Взять себе' })).toHaveCount(0)
  expect(await measurePlaces(message)).toEqual(before)

  const buyer = await signInBuyer(browser)
  const order = { user_id: buyer.id, title: 'Audi A6, 2021', price_rub: 3_000_000 }
  const item = await createOrder(office, order)
  await open(page, `/admin/conversations?item=${item.id}`)
  const assignee = page.getByLabel('Кто ведёт')
  await expect(assignee.locator('option')).not.toHaveCount(1)
  const conversation = [
    page.getByRole('log', { name: 'Сообщения' }),
    page.getByRole('textbox', { name: 'Сообщение' }),
    page.getByRole('link', { name: 'Открыть заказ' }),
    assignee,
  ]
  const placesBefore = await measurePlaces(conversation)
  const answer = page.waitForResponse((response) => response.url().endsWith('/assignee'))
  await assignee.selectOption({ index: 1 })
  expect((await answer).ok()).toBe(true)
  await expect(assignee).not.toHaveValue('')
  expect(await measurePlaces(conversation)).toEqual(placesBefore)
  await buyer.context.close()
  await office.close()
})

/** The pixels of the page's table that are outside of its frame. */
const measureHidden = (page: Page) =>
  page
    .locator('.ui-table-scroll')
    .first()
    .evaluate((frame) => frame.scrollWidth - frame.clientWidth)

/** Makes changes that the audit logs of the status and of the notifications record. */
async function addAuditEntries(office: BrowserContext) {
  const incidentTemplates = '/api/status/admin/incident-templates'
  const { item } = await callApi(office, 'POST', incidentTemplates, {
    name: 'Задержка писем',
    title: 'Письма приходят позже',
    severity: 'minor',
  })
  await callApi(office, 'DELETE', `${incidentTemplates}/${item.id}`)
  const texts = '/api/notifications/admin/templates'
  const [{ key, title, message }] = (await callApi(office, 'GET', texts)).items
  // The same text as before, so no other journey sees a change.
  await callApi(office, 'PUT', `${texts}/${key}`, { title, message })
  await callApi(office, 'DELETE', `${texts}/${key}`)
}

test('tables are whole on a tablet and a small laptop, also beside an open record', async ({
  browser,
}) => {
  const office = await signInAdministrator(browser)
  await addMessages(office, `Преображенская-Белозёрская ${'Ы'.repeat(40)}`)
  await addAuditEntries(office)
  const page = await openPanelPage(office)
  const { items } = await callApi(office, 'GET', '/api/content/admin/contacts?limit=1')
  const lists = ['orders', 'orders?view=workload', 'contacts', 'requests', 'conversations', 'users']
  const audits = ['audit', 'audit?view=state', 'audit?view=messages']
  const payments = await callApi(office, 'GET', '/api/content/admin/payments?limit=1')
  const records = [
    `contacts?item=${items[0].id}`,
    `orders?view=payments&item=${payments.items[0].id}`,
  ]
  for (const list of [...lists, ...audits, ...records]) {
    await page.setViewportSize({ width: 1024, height: 900 })
    await open(page, `/admin/${list}`)
    await expect(page.locator('.ui-table tbody tr').first()).toBeVisible()
    for (const width of [1024, 768]) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await measureHidden(page), `${list} at ${width} px`).toBe(0)
    }
  }
  await office.close()
})

test('the buttons of a list are in one line on a phone and on a desktop', async ({ browser }) => {
  const office = await signInAdministrator(browser)
  const page = await openPanelPage(office)
  await open(page, '/admin/orders')
  const buttons = ['Мои фильтры', 'Выгрузить CSV', 'Добавить'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  )
  const measureTops = async () => {
    const boxes = await Promise.all(buttons.map((button) => button.boundingBox()))
    return new Set(boxes.map((box) => box && Math.round(box.y)))
  }
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(async () => (await measureTops()).size, { message: `${width} px` }).toBe(1)
  }
  const search = await page.getByRole('searchbox', { name: 'Поиск' }).boundingBox()
  const add = await buttons[2]?.boundingBox()
  const searchBottom = (search?.y ?? 0) + (search?.height ?? 0)
  const addBottom = (add?.y ?? 0) + (add?.height ?? 0)
  expect(Math.abs(searchBottom - addBottom)).toBeLessThanOrEqual(1)
  await office.close()
})
