// Telegram as a channel: a buyer links the bot, gets a notification, replies to it and ends the link.

import { randomInt } from 'node:crypto'
import { callApi, signInAdministrator } from './administrators.ts'
import { signInBuyer } from './buyers.ts'
import { expect, test } from './site.ts'
import { hasBotStandIn, linkOf, waitForMessage, writeToBot } from './telegramBot.ts'

const hour = 3_600_000
const newChat = () => randomInt(10_000_000, 2_000_000_000)

test.beforeEach(() => {
  test.skip(!hasBotStandIn, 'the stack runs without the stand-in of the Bot API')
})

test('a buyer links the bot, opens a notification, replies in the chat and ends the link', async ({
  browser,
}) => {
  const { context, id: user_id } = await signInBuyer(browser)
  const office = await signInAdministrator(browser)
  const chat = newChat()

  const page = await context.newPage()
  // The clock of the device is an hour fast; the time left is that of the server.
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
  const { item } = await callApi(office, 'POST', '/api/content/admin/orders', order)
  const notification = await waitForMessage(chat, 'Audi A6, 2021')
  expect(new URL(linkOf(notification)).pathname).toBe(`/dashboard/orders/${item.id}`)
  await page.goto(linkOf(notification))
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
