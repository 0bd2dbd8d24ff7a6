// The conversation of an order: buyer and manager in two browsers, live, with a picture, and without a network.

import type { Browser, Page } from '@playwright/test'
import { callApi, createOrder, signInAdministrator } from './administrators.ts'
import { computeDay, signInBuyer } from './buyers.ts'
import { openPanelPage } from './panelPage.ts'
import { expect, open, test } from './site.ts'
import { isLocal, runModule } from './stack.ts'

const picture = 'public/icons/icon-192.png'
const pdf = {
  name: 'договор.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
}
const locateLog = (page: Page) => page.getByRole('log', { name: 'Сообщения' })

async function write(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Сообщение' }).fill(text)
  await page.getByRole('button', { name: 'Отправить', exact: true }).click()
}

test('buyer and manager write to each other live; unsent messages wait for the network', async ({
  browser,
}) => {
  const { context, id: user_id } = await signInBuyer(browser)
  const office = await signInAdministrator(browser)
  const order = { user_id, title: 'Audi A6, 2021', price_rub: 3_000_000 }
  const item = await createOrder(office, order)

  const buyer = await context.newPage()
  await buyer.goto(`/dashboard/orders/${item.id}?view=talk`)
  await buyer.getByLabel('Приложить фотографии или PDF').setInputFiles(picture)
  await expect(buyer.getByText('загружаем…')).toHaveCount(0)
  await write(buyer, 'Какой именно знак на капоте?')
  await expect(locateLog(buyer).getByText('Какой именно знак на капоте?')).toBeVisible()
  await expect(locateLog(buyer).getByText('отправлено')).toBeVisible()

  const manager = await openPanelPage(office)
  await manager.goto('/admin/conversations?unread=true')
  await expect(manager.getByText('Какой именно знак на капоте?').first()).toBeVisible()
  await manager.goto(`/admin/conversations?item=${item.id}`)
  await expect(locateLog(manager).getByRole('img', { name: /icon-192/ })).toBeVisible()
  await expect(locateLog(buyer).getByText('прочитано')).toBeVisible()

  await write(manager, 'Оригинальный, снимем ближе.')
  await expect(locateLog(buyer).getByText('Оригинальный, снимем ближе.')).toBeVisible()
  await expect(locateLog(manager).getByText('прочитано')).toBeVisible()

  await context.setOffline(true)
  await write(buyer, 'Первое без сети')
  await write(buyer, 'Второе без сети')
  await expect(buyer.getByText('Нет связи. Сообщения сохранены')).toBeVisible()
  await context.setOffline(false)
  await expect(locateLog(manager).getByText('Второе без сети')).toBeVisible()
  const { messages } = await callApi(office, 'GET', `/api/content/admin/orders/${item.id}/messages`)
  expect(messages.slice(-2).map(({ text }: { text: string }) => text)).toEqual([
    'Первое без сети',
    'Второе без сети',
  ])
  await expect(buyer.getByText('Нет связи. Сообщения сохранены')).toHaveCount(0)

  await write(buyer, 'Черновика больше нет')
  await buyer.getByRole('textbox', { name: 'Сообщение' }).fill('Недописанное')
  await buyer.reload()
  await expect(buyer.getByRole('textbox', { name: 'Сообщение' })).toHaveValue('Недописанное')
  await office.close()
  await context.close()
})

test('a manager takes a conversation, inserts a saved reply, and both see documents and steps of the order', async ({
  browser,
}) => {
  const { context, id: user_id } = await signInBuyer(browser)
  const office = await signInAdministrator(browser)
  const order = { user_id, title: 'Kia Stinger, 2021', price_rub: 3_500_000 }
  const item = await createOrder(office, order)
  const reply = { title: `Документы ${item.number}`, text: `Проверим документы ${item.number}` }
  const { item: saved } = await callApi(office, 'POST', '/api/content/admin/saved-replies', reply)

  const buyer = await context.newPage()
  await buyer.goto(`/dashboard/orders/${item.id}?view=talk`)
  await buyer.getByLabel('Приложить фотографии или PDF').setInputFiles(pdf)
  await expect(buyer.getByText('загружаем…')).toHaveCount(0)
  await write(buyer, `Вот договор ${item.number}`)

  const manager = await openPanelPage(office)
  await manager.goto(`/admin/conversations?search=${encodeURIComponent(`договор ${item.number}`)}`)
  const row = manager.getByRole('row').filter({ hasText: `Вот договор ${item.number}` })
  await row.getByRole('button').click()
  await expect(locateLog(manager).getByText('договор.pdf')).toBeVisible()
  const [download] = await Promise.all([
    manager.waitForEvent('download'),
    locateLog(manager)
      .getByRole('link', { name: /договор.pdf/ })
      .click(),
  ])
  expect(download.suggestedFilename()).toBe('договор.pdf')

  const assignee = manager.getByLabel('Кто ведёт')
  await expect(assignee.locator('option')).not.toHaveCount(1)
  await assignee.selectOption({ index: 1 })
  await expect(buyer.getByText(/Отвечает.\S+/)).toBeVisible()

  await manager.getByLabel('Готовый ответ').selectOption(reply.title)
  await expect(manager.getByRole('textbox', { name: 'Сообщение' })).toHaveValue(reply.text)
  await manager.getByRole('button', { name: 'Отправить', exact: true }).click()
  await expect(locateLog(buyer).getByText(reply.text)).toBeVisible()

  await callApi(office, 'POST', `/api/content/admin/orders/${item.id}/advance`, {})
  for (const page of [buyer, manager])
    await expect(locateLog(page).getByText(/Консультация: готово/)).toBeVisible()
  await callApi(office, 'DELETE', `/api/content/admin/saved-replies/${saved.id}`)
  await office.close()
  await context.close()
})

test('each side sees that the other one is writing, until the message comes', async ({
  browser,
}) => {
  const { context, id: user_id } = await signInBuyer(browser)
  const office = await signInAdministrator(browser)
  const order = { user_id, title: 'Skoda Superb, 2022', price_rub: 3_200_000 }
  const item = await createOrder(office, order)
  const buyer = await context.newPage()
  await open(buyer, `/dashboard/orders/${item.id}?view=talk`)
  const manager = await openPanelPage(office)
  await open(manager, `/admin/conversations?item=${item.id}`)

  for (const [writer, reader] of [
    [buyer, manager],
    [manager, buyer],
  ] as const) {
    const field = writer.getByRole('textbox', { name: 'Сообщение' })
    const hint = reader.getByRole('status').filter({ hasText: /печатает…/ })
    // A hint is sent to open streams only, and at most every three seconds.
    await expect(async () => {
      await field.pressSequentially('Да ')
      await expect(hint).toBeVisible({ timeout: 5000 })
    }).toPass()
    await expect(writer.getByText(/печатает…/)).toHaveCount(0)
    await writer.getByRole('button', { name: 'Отправить', exact: true }).click()
    await expect(locateLog(reader).getByText(/^Да/).last()).toBeVisible()
    await expect(hint).toHaveCount(0)
  }
  await office.close()
  await context.close()
})

const daysOfTalk = 100
/** However long the conversation is, the document has no more rows than this. */
const rowLimit = 60

type Row = { number: number; top: number; bottom: number; text: string }

/** The rows in the document from top to bottom, with their edges relative to the top of the log (px). */
const measureRows = (page: Page): Promise<Row[]> =>
  locateLog(page).evaluate((element) =>
    [...element.querySelectorAll('li')]
      .map((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        const origin = element.getBoundingClientRect().top
        const number = Number(row.id.replace('message-', ''))
        return { number, top: top - origin, bottom: bottom - origin, text: row.textContent }
      })
      .sort((one, other) => one.top - other.top),
  )

/**
 * Each row follows the one before without a gap in numbers or in space, and is loaded. `first` is the
 * number of the first seeded message.
 */
async function expectWholeRows(page: Page, first: number) {
  await expect(async () => {
    const rows = await measureRows(page)
    expect(rows.length).toBeLessThan(rowLimit)
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1]
      if (before) {
        expect(row.number).toBe(before.number + 1)
        expect(Math.abs(row.top - before.bottom)).toBeLessThan(1)
      }
      if (row.number >= first) expect(row.text).toContain(`Сообщение ${row.number - first + 1}.`)
    }
  }).toPass()
}

/** The row at the top edge of the log. */
async function findTopRow(page: Page): Promise<Row> {
  const row = (await measureRows(page)).find(({ bottom }) => bottom > 1)
  if (!row) throw new Error('the log has no row')
  return row
}

const measureDistance = (page: Page) => locateLog(page).evaluate((element) => element.scrollTop)

/** Waits for frames, because a slow machine draws none for a while. */
const passFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame)
  })

/**
 * Turns the wheel over the log and waits until it has come to rest. The distance from the top is not a measure: it
 * grows when the rows above turn out to be higher than estimated.
 */
async function scrollUp(page: Page, distance: number) {
  const { number } = await findTopRow(page)
  await locateLog(page).hover()
  await page.mouse.wheel(0, -distance)
  await expect.poll(async () => (await findTopRow(page)).number).toBeLessThan(number)
  await expect(async () => {
    const distance = await measureDistance(page)
    await passFrames(page)
    expect(await measureDistance(page)).toBe(distance)
  }).toPass()
}

/** A gate for pages of older messages: while it is closed, they wait. */
async function createPageGate(page: Page) {
  let opened = Promise.resolve()
  let open = () => {}
  const close = () => {
    opened = new Promise((resolve) => {
      open = resolve
    })
  }
  await page.route(/\/messages\?after=/, async (route) => {
    await opened
    await route.continue()
  })
  return { close, open: () => open() }
}

/** A buyer's page with ten thousand messages. `first` is the number of the first one; the changes of the order are before it. */
async function openLongConversation(browser: Browser) {
  const { context, id: user_id } = await signInBuyer(browser)
  const office = await signInAdministrator(browser)
  const order = { user_id, title: 'BMW 530d, 2022', price_rub: 4_000_000 }
  const item = await createOrder(office, order)
  const messages = `/api/content/admin/orders/${item.id}/messages`
  const { last_number: entriesBefore } = await callApi(office, 'GET', messages)
  await office.close()
  const first: number = entriesBefore + 1
  runModule('tests.standins.long_conversation', item.id, String(daysOfTalk))

  const page = await context.newPage()
  await page.goto(`/dashboard/orders/${item.id}?view=talk`)
  await expect(locateLog(page).getByText('Сообщение 10000.')).toBeInViewport()
  await expectWholeRows(page, first)
  return { page, first, order: item.id as string }
}

test('ten thousand messages need few rows in the document, and a row in view stays where it is', async ({
  browser,
}) => {
  test.skip(!isLocal, 'the messages are written on the machine of the stack')
  const { page, first } = await openLongConversation(browser)

  // Older messages arrive above the read ones, which stay where they are.
  const gate = await createPageGate(page)
  for (let turn = 0; turn < 15; turn += 1) {
    gate.close()
    await scrollUp(page, 400)
    const read = (await measureRows(page)).findLast(({ top, text }) => text && top < 500)
    gate.open()
    await expectWholeRows(page, first)
    const after = (await measureRows(page)).find(({ number }) => number === read?.number)
    expect(Math.abs((after?.top ?? 0) - (read?.top ?? 0))).toBeLessThan(2)
  }
  await page.context().close()
})

test('a reader of ten thousand messages gets to a date, to the oldest message and to a linked one', async ({
  browser,
}) => {
  test.skip(!isLocal, 'the messages are written on the machine of the stack')
  const { page, first, order } = await openLongConversation(browser)
  const oldest = page.locator('#message-1')

  // A day has a hundred messages. The last one was yesterday.
  const date = page.getByLabel('Перейти к дате')
  await date.fill(computeDay(0))
  await expect(page.getByText('С этого дня сообщений нет')).toBeVisible()
  await date.fill(computeDay(1 - daysOfTalk))
  await expect(page.getByText('С этого дня сообщений нет')).toHaveCount(0)
  await page.route(/\/messages\?.*day=/, (route) => route.abort())
  await date.fill(computeDay(0))
  await expect(page.getByText(/Не.удалось найти день/)).toBeVisible()
  await expect(page.getByText('С этого дня сообщений нет')).toHaveCount(0)
  await page.unroute(/\/messages\?.*day=/)
  await date.fill(computeDay(1 - daysOfTalk))
  await expect(page.getByText(/Не.удалось найти день/)).toHaveCount(0)
  await expect.poll(async () => (await findTopRow(page)).number).toBe(first + 100)
  await expectWholeRows(page, first)

  while ((await findTopRow(page)).number > 1) {
    await scrollUp(page, 2000)
    await expectWholeRows(page, first)
  }
  await page.mouse.wheel(0, -2000)
  await expect.poll(() => measureDistance(page)).toBe(0)
  await expect(oldest).toBeInViewport()
  await expectWholeRows(page, first)

  await page.getByRole('button', { name: 'К последним' }).click()
  await expect(locateLog(page).getByText('Сообщение 10000.')).toBeInViewport()
  await expect(oldest).toHaveCount(0)

  await locateLog(page).press('Home')
  await expect(oldest).toBeInViewport()
  await expectWholeRows(page, first)
  await expect(oldest).toBeInViewport()
  await locateLog(page).press('End')
  await expect(locateLog(page).getByText('Сообщение 10000.')).toBeInViewport()
  await expectWholeRows(page, first)

  // The link of an email opens its message.
  await page.goto(`/dashboard/orders/${order}#message-${first + 4999}`)
  await expect(locateLog(page).getByText('Сообщение 5000.')).toBeInViewport()
  await expectWholeRows(page, first)
  await page.context().close()
})

test('a reader who leaves a linked message without wheel or keys stays where they went while rows load', async ({
  browser,
}) => {
  test.skip(!isLocal, 'the messages are written on the machine of the stack')
  const { page, first, order } = await openLongConversation(browser)
  const gate = await createPageGate(page)
  gate.close()
  await page.goto(`/dashboard/orders/${order}#message-${first + 4999}`)
  const linked = page.locator(`#message-${first + 4999}`)
  await expect(linked).toBeInViewport()

  // Find in page, a scroll bar and a screen reader scroll without an event of keys or the wheel.
  await locateLog(page).evaluate((element) => element.scrollBy(0, -1500))
  await expect(linked).not.toBeInViewport()
  gate.open()
  await expectWholeRows(page, first)
  await expect(linked).not.toBeInViewport()
  await page.context().close()
})
