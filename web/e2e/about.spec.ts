import { expect, open, phone, test } from './site.ts'

test.describe('the company', () => {
  test('is whole in the HTML', async ({ request }) => {
    const html = await (await request.get('/about')).text()
    for (const id of ['mission', 'values', 'team', 'history']) expect(html).toContain(`id="${id}"`)
    for (const year of ['2014', '2017', '2020', '2024']) expect(html).toContain(year)
  })

  test('counts three years, shows the team, and draws its history as it is read', async ({
    page,
  }) => {
    await open(page, '/about')
    await expect(page.locator('#mission dl > div:visible').nth(2)).toContainText('3+')
    await page.locator('#team').scrollIntoViewIfNeeded()
    await expect(page.locator('#team').getByRole('heading', { level: 3 })).not.toHaveCount(0)
    await expect(
      page
        .locator('#team')
        .getByText(/^(Онлайн|Отошёл|Офлайн)$/)
        .first(),
    ).toBeVisible()
    const progress = page.getByRole('progressbar', { name: 'Пройденная часть истории' })
    await expect(progress).toHaveAttribute('aria-valuenow', '0')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(progress).toHaveAttribute('aria-valuenow', '100')
  })

  test('tries the team again', async ({ page }) => {
    await page.route('**/api/team', (route) => route.abort())
    await open(page, '/about#team')
    await expect(page.getByText('Ошибка при получении данных команды')).toBeVisible()
    await page.unroute('**/api/team')
    await page.getByRole('button', { name: 'Попробовать снова' }).click()
    await expect(page.locator('#team').getByRole('heading', { level: 3 })).not.toHaveCount(0)
  })

  test('leads on to the request and to the services', async ({ page }) => {
    await open(page, '/about')
    await page.getByRole('link', { name: 'Оставить заявку' }).click()
    await expect(page).toHaveURL(/\/#quick-request$/)
    await expect(page.getByRole('form', { name: 'Быстрая заявка' })).toBeInViewport()
  })
})

test.describe('the company on a phone', () => {
  test.use(phone)
  test('counts ten years and fits the width', async ({ page }) => {
    await open(page, '/about')
    await page.locator('#mission').scrollIntoViewIfNeeded()
    await expect(page.locator('#mission dl > div:visible').nth(2)).toContainText('10+')
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  })
})
