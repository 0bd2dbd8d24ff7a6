// The price limit of a favourite car: set on its page, announced when the price crosses it, removed in the personal area.

import { callApi, signInAdministrator } from './administrators.ts'
import { locateBell, locatePopover } from './bell.ts'
import { signInBuyer } from './buyers.ts'
import { expect, open, test } from './site.ts'

/** Limits are compared once a minute. */
const untilCompared = { timeout: 240_000 }

test('a buyer names a price and learns when the car costs less', async ({ browser }) => {
  const office = await signInAdministrator(browser)
  const { item: car } = await callApi(office, 'POST', '/api/content/admin/cars', {
    brand: 'Audi',
    model: 'A4 Avant',
    year: 2022,
    body_type: 'estate',
    fuel: 'diesel',
    power_hp: 150,
    price_rub: 5_200_000,
    status: 'published',
  })
  const buyer = await signInBuyer(browser)
  const page = await buyer.context.newPage()
  await open(page, `/cars/${car.slug}`)
  await page.getByRole('button', { name: 'В избранное' }).click()
  await page.getByRole('button', { name: /^Сообщить о.цене/ }).click()
  const field = page.getByRole('textbox', { name: 'Граница' })
  await expect(field).toHaveValue(/5.200.000/)
  await field.fill('5000000')
  await page.getByRole('button', { name: /Сохранить.границу/ }).click()
  await expect(page.getByText(/Граница.—.5.000.000/)).toBeVisible()

  await callApi(office, 'PATCH', `/api/content/admin/cars/${car.id}`, {
    version: car.version,
    price_rub: 4_900_000,
  })
  await locateBell(page).click()
  await expect(
    locatePopover(page).getByRole('heading', { name: /Цена с.таможней опустилась до 4.900.000/ }),
  ).toBeVisible(untilCompared)
  await page.keyboard.press('Escape')

  await open(page, '/dashboard')
  await page
    .locator('#favorites')
    .getByRole('button', { name: /^Изменить.границу/ })
    .click()
  await page.getByRole('button', { name: /Убрать.границу/ }).click()
  await expect(page.getByRole('button', { name: /^Сообщить о.цене/ })).toBeVisible()
  await callApi(office, 'DELETE', `/api/content/admin/cars/${car.id}`)
  await buyer.context.close()
  await office.close()
})
