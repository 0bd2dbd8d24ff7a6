// The reservation of a car: a visitor signs in and goes on where they pressed, another buyer learns at once.

import { callApi, signInAdministrator } from './administrators.ts'
import { signInBuyer } from './buyers.ts'
import { registerCustomer, sendLogin } from './customers.ts'
import { expect, open, test } from './site.ts'

test('one of two buyers gets the car, and the other is notified at once', async ({
  page,
  browser,
}) => {
  const office = await signInAdministrator(browser)
  const { item: car } = await callApi(office, 'POST', '/api/content/admin/cars', {
    brand: 'Audi',
    model: 'A6 45 TFSI',
    year: 2021,
    body_type: 'sedan',
    fuel: 'petrol',
    power_hp: 245,
    price_rub: 4_200_000,
    status: 'published',
  })
  const address = `/cars/${car.slug}`

  const slower = await signInBuyer(browser, 'Вера')
  const slowerPage = await slower.context.newPage()
  await open(slowerPage, address)
  await slowerPage.getByRole('button', { name: 'Забронировать' }).click()
  const slowerQuestion = slowerPage.getByRole('alertdialog')
  await expect(slowerQuestion).toContainText('эти деньги можно вернуть')

  const email = await registerCustomer((await browser.newContext()).request)
  await open(page, address)
  await page.getByRole('button', { name: 'Забронировать' }).click()
  await sendLogin(page, email)
  const question = page.getByRole('alertdialog', { name: /Забронировать.Audi/ })
  await question.getByRole('button', { name: 'Забронировать' }).click()
  await expect(page.getByText('Автомобиль за вами')).toBeVisible()

  await expect(slowerQuestion.getByRole('alert')).toContainText('только что забронировал другой')
  await slowerQuestion.getByRole('button', { name: 'Забронировать' }).click()
  await expect(slowerQuestion.getByRole('alert')).toContainText('только что забронировал другой')
  await slowerQuestion.getByRole('button', { name: 'Не сейчас' }).click()
  await expect(slowerPage.getByText(/Забронирован.до/)).toBeVisible()
  await expect(slowerPage.getByRole('button', { name: 'Забронировать' })).toHaveCount(0)

  await page.getByRole('link', { name: /Счёт и/ }).click()
  const held = page.locator('#reservations').getByRole('listitem').filter({ hasText: 'Audi A6' })
  await expect(held.getByRole('timer')).toHaveText(/\d/)
  await expect(held.getByRole('img', { name: 'QR-код для оплаты' })).toBeVisible()
  const [invoice] = await Promise.all([
    page.waitForEvent('download'),
    held.getByRole('link', { name: /^Счёт: / }).click(),
  ])
  expect(invoice.suggestedFilename()).toMatch(/^BR-\d{6}\.pdf$/)

  await held.getByRole('button', { name: /^Отменить бронь/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Отменить бронь', exact: true })
    .click()
  await expect(held.getByText('отменена')).toBeVisible()
  await expect(slowerPage.getByRole('button', { name: 'Забронировать' })).toBeVisible()
  await callApi(office, 'DELETE', `/api/content/admin/cars/${car.id}`)
  await slower.context.close()
  await office.close()
})
