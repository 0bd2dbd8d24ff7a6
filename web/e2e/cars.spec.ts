import { beyondTheEdge, expect, open, phone, test } from './site.ts'

test.describe('the catalogue', () => {
  test('keeps its filters and order in the address', { tag: '@core' }, async ({ page }) => {
    await open(page, '/cars')
    const cars = page.getByRole('main').getByRole('heading', { level: 3 })
    await expect(cars).not.toHaveCount(0)
    await page.getByLabel('Марка').selectOption('BMW')
    await expect(page).toHaveURL(/brand=BMW/)
    await expect(cars.first()).toContainText('BMW')
    await page.getByLabel('Сортировка').selectOption('price_asc')
    await expect(page).toHaveURL(/sort=price_asc/)
    await page.reload()
    await expect(page.getByLabel('Марка')).toHaveValue('BMW')
    await page.getByRole('button', { name: 'Сбросить фильтры' }).click()
    await expect(page).not.toHaveURL(/brand=/)
  })

  test('links to a car: its drawing, nine checks, price and request', { tag: '@core' }, async ({
    page,
  }) => {
    await open(page, '/cars')
    const first = page.getByRole('main').getByRole('heading', { level: 3 }).first()
    const name = (await first.textContent()) ?? ''
    await first.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('img', { name: /вид сбоку/ })).toBeVisible()
    await expect(page.locator('#checks').getByRole('listitem')).toHaveCount(9)
    await page.getByRole('button', { name: 'В избранное' }).click()
    await expect(page.getByRole('dialog', { name: 'Вход' })).toBeVisible()
    await page.keyboard.press('Escape')
    const form = page.getByRole('form', { name: 'Заявка на автомобиль' })
    await form.getByRole('button', { name: 'Отправить заявку' }).click()
    await expect(form.getByRole('alert')).toContainText('Укажите телефон')
  })

  test('has each car in its own HTML, and says 404 for one that is not there', async ({
    request,
  }) => {
    const { cars } = await (await request.get('/api/cars?limit=1')).json()
    const html = { headers: { Accept: 'text/html' } }
    const page = await request.get(`/cars/${cars[0].slug}`, html)
    expect(page.status()).toBe(200)
    expect(await page.text()).toContain(cars[0].model)
    expect((await request.get('/cars/there-is-no-such', html)).status()).toBe(404)
  })
})

test.describe('the catalogue on a phone', () => {
  test.use(phone)
  test('fits the width, and so does a car', async ({ page, request }) => {
    const { cars } = await (await request.get('/api/cars?limit=1')).json()
    for (const path of ['/cars', `/cars/${cars[0].slug}`]) {
      await open(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await beyondTheEdge(page)).toEqual([])
    }
  })
})
