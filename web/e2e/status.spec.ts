import AxeBuilder from '@axe-core/playwright'
import { expect, open, test } from './site.ts'

const names = [
  'Сайт',
  'API-сервер',
  'База данных',
  'Авторизация',
  'Файловое хранилище',
  'Почтовая служба',
]

test.describe('the status of the services', () => {
  test('shows six rows with their ninety days, incidents and works', async ({ page }) => {
    await open(page, '/status')
    await expect(page.getByRole('heading', { level: 1, name: 'Статус сервисов' })).toBeVisible()
    await expect(page.getByText(/^Обновлено \d/)).toBeVisible()
    for (const name of names)
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('img', { name: /девяносто дней/ })).toHaveCount(6)
    await expect(page.getByRole('heading', { name: 'Инциденты' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Плановые работы' })).toBeVisible()
  })

  test('shows the usual values under a banner when it cannot ask', async ({ page }) => {
    await page.route('**/api/status/**', (route) => route.abort())
    await open(page, '/status')
    await expect(
      page.getByText('Не удалось получить данные. Показаны типовые значения.'),
    ).toBeVisible()
    const email = page.getByRole('listitem').filter({ has: page.getByText('Почтовая служба') })
    await expect(email.first()).toContainText('99,50')
    await page.unroute('**/api/status/**')
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(page.getByText(/^Обновлено \d/)).toBeVisible()
  })

  test('asks again every minute', async ({ page }) => {
    await page.clock.install()
    await open(page, '/status')
    await expect(page.getByText(/^Обновлено \d/)).toBeVisible()
    const again = page.waitForRequest('**/api/status/services')
    await page.clock.runFor(61_000)
    await again
  })

  test('has no fault that axe finds', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, '/status')
    await expect(page.getByText(/^Обновлено \d/)).toBeVisible()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  })
})
