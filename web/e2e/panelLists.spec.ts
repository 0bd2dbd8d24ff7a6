// Lists of the panel: filters that are saved under a name, and a bulk change that is taken back.

import { callApi, signInAdministrator } from './administrators.ts'
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
  const page = await office.newPage()
  await open(page, `/admin/cars?search=${encodeURIComponent(model)}&sort=-price_rub`)
  await page.getByRole('button', { name: 'Мои фильтры' }).click()
  const menu = page.getByRole('dialog', { name: 'Мои фильтры' })
  await menu.getByLabel('Как назвать нынешние фильтры').fill(model)
  await menu.getByRole('button', { name: 'Запомнить' }).click()
  const saved = menu.getByRole('button', { name: model, exact: true })
  await expect(saved).toHaveAttribute('aria-current', 'true')

  // They belong to the account, so a page that was just opened has them.
  await open(page, '/admin/cars')
  await page.getByRole('button', { name: 'Мои фильтры' }).click()
  await saved.click()
  await expect(page.getByRole('row', { name: new RegExp(model) })).toHaveCount(2)
  expect(new URL(page.url()).searchParams.get('sort')).toBe('-price_rub')

  const statuses = async () => {
    const address = `/api/content/admin/cars?search=${encodeURIComponent(model)}`
    const { items } = await callApi(office, 'GET', address)
    return items.map(({ status }: { status: string }) => status)
  }
  await page.getByLabel('Выбрать все').check()
  await page.getByRole('button', { name: 'Показать 2' }).click()
  // The keyboard in the message stops its time.
  const undo = page.getByRole('button', { name: 'Отменить', exact: true })
  await undo.focus()
  expect(await statuses()).toEqual(['published', 'published'])
  await undo.press('Enter')
  await expect(page.getByText('Отменено: 2.')).toBeVisible()
  expect(await statuses()).toEqual(['hidden', 'hidden'])

  await page.getByRole('button', { name: 'Мои фильтры' }).click()
  await menu.getByRole('button', { name: `Удалить «${model}»` }).click()
  await expect(menu.getByText(`«${model}» удалён.`)).toBeVisible()
  await office.close()
})
