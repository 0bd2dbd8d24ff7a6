// The conversation of an order: buyer and manager in two browsers, live, with a picture, and without a network.

import type { Page } from '@playwright/test'
import { callApi, signInAdministrator } from './administrators.ts'
import { signInBuyer } from './buyers.ts'
import { expect, test } from './site.ts'

const picture = 'public/icons/icon-192.png'
const log = (page: Page) => page.getByRole('log', { name: 'Сообщения' })

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
  const { item } = await callApi(office, 'POST', '/api/content/admin/orders', order)

  const buyer = await context.newPage()
  await buyer.goto(`/dashboard/orders/${item.id}?view=talk`)
  await buyer.getByLabel('Приложить фотографии или PDF').setInputFiles(picture)
  await expect(buyer.getByText('загружаем…')).toHaveCount(0)
  await write(buyer, 'Какой именно знак на капоте?')
  await expect(log(buyer).getByText('Какой именно знак на капоте?')).toBeVisible()
  await expect(log(buyer).getByText('отправлено')).toBeVisible()

  const manager = await office.newPage()
  await manager.goto('/admin/conversations?unread=true')
  await expect(manager.getByText('Какой именно знак на капоте?').first()).toBeVisible()
  await manager.goto(`/admin/conversations?item=${item.id}`)
  await expect(log(manager).getByRole('img', { name: /icon-192/ })).toBeVisible()
  await expect(log(buyer).getByText('прочитано')).toBeVisible()

  await write(manager, 'Оригинальный, снимем ближе.')
  await expect(log(buyer).getByText('Оригинальный, снимем ближе.')).toBeVisible()
  await expect(log(manager).getByText('прочитано')).toBeVisible()

  await context.setOffline(true)
  await write(buyer, 'Первое без сети')
  await write(buyer, 'Второе без сети')
  await expect(buyer.getByText('Нет связи. Сообщения сохранены')).toBeVisible()
  await context.setOffline(false)
  await expect(log(manager).getByText('Второе без сети')).toBeVisible()
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
