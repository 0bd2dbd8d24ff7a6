import { expect, findBeyondTheEdge, open, phone, test } from './site.ts'

const sections = ['hero', 'why-us', 'top-models', 'how-we-work', 'reviews', 'quick-request']

test.describe('the home page', () => {
  test('is complete in its HTML, with one inline script', async ({ request }) => {
    const html = await (await request.get('/')).text()
    for (const id of sections) expect(html).toContain(`id="${id}"`)
    expect(html).toContain('<h1')
    expect(html).toContain('application/ld+json')
    expect(html).toMatch(/<meta name="app-version" content="[^"]+"/)
    // The inline script sets the theme before the first paint and loads the other scripts after it.
    // The Content-Security-Policy allows it by its hash.
    const inline = /<script(?![^>]*(?:src=|type="(?:application\/(?:ld\+)?json|text\/plain)"))/g
    expect(html.match(inline)).toHaveLength(1)
  })

  test('calculates again when the figures change', { tag: '@core' }, async ({ page }) => {
    await open(page, '/')
    const form = page.getByRole('form', { name: 'Сколько он будет стоить в Москве' })
    const total = form.getByRole('status')
    await expect(total).toContainText('₽')
    const before = await total.textContent()
    await form.getByLabel('Цена в Европе').fill('5000000')
    await expect(total).not.toHaveText(before ?? '')
    await expect(total).toContainText('₽')
    await form.getByRole('radio', { name: 'до 3 лет' }).check({ force: true })
    await expect(form.getByText('Таможенная пошлина')).toBeVisible()
  })

  test('shows six cars and three articles from the server', async ({ page }) => {
    await open(page, '/')
    await page.locator('#top-models').scrollIntoViewIfNeeded()
    await expect(page.locator('#top-models').getByRole('heading', { level: 3 })).toHaveCount(6)
    await page.locator('#latest-posts').scrollIntoViewIfNeeded()
    await expect(page.locator('#latest-posts').getByRole('heading', { level: 3 })).toHaveCount(3)
  })

  test('is usable when no service answers, and says what is missing', async ({ page }) => {
    await page.route('**/api/**', (route) => route.abort())
    await open(page, '/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.locator('#top-models').scrollIntoViewIfNeeded()
    await expect(page.getByText('Не удалось загрузить автомобили')).toBeVisible()
    await page.unroute('**/api/**')
    await page.locator('#top-models').getByRole('button', { name: 'Повторить' }).click()
    await expect(page.locator('#top-models').getByRole('heading', { level: 3 })).toHaveCount(6)
  })

  test('accepts a quick request, and keeps what was typed when something is missing', async ({
    page,
  }) => {
    await open(page, '/')
    const form = page.getByRole('form', { name: 'Быстрая заявка' })
    await form.getByLabel('Имя').fill('Анна')
    await form.getByRole('button', { name: 'Отправить заявку' }).click()
    await expect(form.getByRole('alert')).toContainText('Укажите телефон')
    await expect(form.getByLabel('Имя')).toHaveValue('Анна')
    await form.getByLabel('Телефон').fill('8 900 000 00 00')
    await form.getByLabel('Сообщение').fill('Универсал, дизель, до 5 млн рублей')
    await form.getByLabel('Согласие на обработку персональных данных').check()
    const sent = page.waitForRequest('**/api/requests')
    await form.getByRole('button', { name: 'Отправить заявку' }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      kind: 'consultation',
      name: 'Анна',
      phone: '+79000000000',
      consent: true,
    })
    await expect(form.getByText(/Заявка принята/)).toBeVisible()
    await expect(form.getByLabel('Имя')).toHaveValue('')
  })
})

test.describe('the home page on a phone', () => {
  test.use(phone)

  test('fits the width and counts ten years', { tag: '@core' }, async ({ page }) => {
    await open(page, '/')
    expect(await findBeyondTheEdge(page)).toEqual([])
    await page.locator('#why-us').scrollIntoViewIfNeeded()
    await expect(page.locator('#why-us').getByText('10+')).toBeVisible()
  })
})
