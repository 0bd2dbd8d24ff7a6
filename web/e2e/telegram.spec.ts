// Telegram as a channel: a buyer links the bot, gets a notification, replies to it and ends the link. And a visitor follows
// the status page there.

import { randomInt } from 'node:crypto'
import { callApi, createOrder, signInAdministrator } from './administrators.ts'
import { signInBuyer } from './buyers.ts'
import { expect, open, test } from './site.ts'
import { findLink, hasBotStandIn, readMessages, waitForMessage, writeToBot } from './telegramBot.ts'

const hour = 3_600_000
const createChatId = () => randomInt(10_000_000, 2_000_000_000)

test.beforeEach(() => {
  test.skip(!hasBotStandIn, 'the stack runs without the stand-in of the Bot API')
})

test('a buyer links the bot, opens a notification, replies in the chat and ends the link', async ({
  browser,
}) => {
  const { context, id: user_id } = await signInBuyer(browser)
  const office = await signInAdministrator(browser)
  const chat = createChatId()

  const page = await context.newPage()
  // The clock of the device is an hour fast. The time left counts by the server's clock.
  await page.clock.setSystemTime(Date.now() + hour)
  await page.goto('/dashboard#settings')
  const section = page.getByRole('region', { name: 'Telegram' })
  await section.getByRole('button', { name: 'Подключить Telegram' }).click()
  await expect(section.getByRole('timer')).toHaveText(/^00:1[0-5]:\d\d$/)
  const deepLink = new URL(
    (await section.getByRole('link', { name: 'Открыть Telegram' }).getAttribute('href')) ?? '',
  )
  expect(deepLink.origin).toBe('https://t.me')

  // The user presses "Start" in the chat that the link opens.
  await writeToBot(chat, `/start ${deepLink.searchParams.get('start')}`)
  await expect(section.getByText('Анна Орлова (@anna)')).toBeVisible()
  await waitForMessage(chat, 'уведомления теперь приходят и сюда')

  const order = { user_id, title: 'Audi A6, 2021', price_rub: 3_000_000 }
  const item = await createOrder(office, order)
  const notification = await waitForMessage(chat, 'Audi A6, 2021')
  expect(new URL(findLink(notification)).pathname).toBe(`/dashboard/orders/${item.id}`)
  await page.goto(findLink(notification))
  await expect(page.getByRole('heading', { level: 1, name: /Audi A6, 2021/ })).toBeVisible()

  const text = 'Когда машина будет в порту?'
  await writeToBot(chat, text, notification.message_id)
  await waitForMessage(chat, 'ответ в переписке по заказу')
  await page.goto(`/dashboard/orders/${item.id}?view=talk`)
  await expect(page.getByRole('log', { name: 'Сообщения' }).getByText(text)).toBeVisible()
  const { messages } = await callApi(office, 'GET', `/api/content/admin/orders/${item.id}/messages`)
  expect(messages.map((message: { text: string }) => message.text)).toContain(text)

  await page.goto('/dashboard#settings')
  await section.getByRole('button', { name: 'Отключить' }).click()
  await expect(section.getByRole('button', { name: 'Подключить Telegram' })).toBeVisible()
  await writeToBot(chat, 'Ещё вопрос')
  await waitForMessage(chat, 'не подключён к кабинету')
  await office.close()
  await context.close()
})

test('a visitor follows a chosen component of the status page in Telegram, without an account', async ({
  browser,
  page,
}) => {
  const office = await signInAdministrator(browser)
  const chat = createChatId()
  await open(page, '/status')
  const form = page.getByRole('form', { name: 'Подписка на статус' })
  const link = form.getByRole('link', { name: /Подписаться.в.Telegram/ })
  await expect(link).toHaveAttribute('href', /start=status$/)
  await form.getByRole('radio', { name: /выбранных/ }).check()
  await form.getByRole('checkbox', { name: 'Почтовая служба' }).check()
  await expect(link).toHaveAttribute('href', /start=status-email$/)
  const deepLink = new URL((await link.getAttribute('href')) ?? '')
  expect(deepLink.origin).toBe('https://t.me')
  await writeToBot(chat, `/start ${deepLink.searchParams.get('start')}`)
  await waitForMessage(chat, 'О чём: почта.')

  const plan = async (title: string, component: string) => {
    const scheduledStart = new Date(Date.now() + 48 * hour).toISOString()
    const scheduledEnd = new Date(Date.now() + 49 * hour).toISOString()
    const maintenance = { title, scheduledStart, scheduledEnd, affectedServices: [component] }
    const { item } = await callApi(office, 'POST', '/api/status/admin/maintenance', {
      ...maintenance,
      description: 'Займёт не больше часа.',
    })
    return item.id as string
  }
  const title = `Переезд почты ${chat}`
  const maintenanceIds = [
    await plan(`Переезд сайта ${chat}`, 'website'),
    await plan(title, 'email'),
  ]
  const announcement = await waitForMessage(chat, title)
  expect((await readMessages(chat)).filter(({ text }) => text.includes('Переезд сайта'))).toEqual(
    [],
  )
  expect(new URL(findLink(announcement)).pathname).toBe('/status')
  await page.goto(findLink(announcement))
  await expect(page.getByText(title).first()).toBeVisible()

  await writeToBot(chat, '/stop_status')
  await waitForMessage(chat, 'Отписали')
  for (const id of maintenanceIds)
    await callApi(office, 'DELETE', `/api/status/admin/maintenance/${id}`)
  await office.close()
})
