import { expect, open, phone, test } from './site.ts'

test.describe('the contacts', () => {
  test('are whole in the HTML, with the questions as linked data', async ({ request }) => {
    const html = await (await request.get('/contacts')).text()
    expect(html).toContain('<h1')
    expect(html).toContain('FAQPage')
    for (const id of ['contact-form', 'location', 'faq']) expect(html).toContain(`id="${id}"`)
  })

  test('take a message, thank for it and keep a refused one', async ({ page }) => {
    await open(page, '/contacts')
    const form = page.getByRole('form', { name: 'Форма обратной связи' })
    await form.getByRole('button', { name: 'Отправить сообщение' }).click()
    await expect(form.getByRole('alert')).toContainText('Укажите телефон')
    await form.getByLabel('Имя').fill('Анна')
    await form.getByLabel('Телефон').fill('8 900 000 00 00')
    await form.getByLabel('Email').fill('anna@example.com')
    await form.getByLabel('Тема').selectOption('consultation')
    await form.getByLabel('Сообщение').fill(`Нужен осмотр в Мюнхене ${Date.now()}`)
    await form.getByLabel('Согласие на обработку персональных данных').check()

    await page.route('**/api/contact', (route) => route.abort())
    await form.getByRole('button', { name: 'Отправить сообщение' }).click()
    await expect(form.getByRole('alert')).toContainText('Нет связи с сервером')
    await expect(form.getByLabel('Имя')).toHaveValue('Анна')
    await page.unroute('**/api/contact')

    await page.route('**/api/contact', (route) =>
      route.fulfill({
        status: 201,
        json: {
          success: true,
          id: '1',
          reference: 'MA-T5KRAU',
          reply_by: new Date().toISOString(),
        },
      }),
    )
    await form.getByRole('button', { name: 'Отправить сообщение' }).click()
    await expect(page.getByText('Сообщение отправлено!')).toBeVisible()
    await expect(page.getByText('MA-T5KRAU')).toBeVisible()
    await expect(form.getByLabel('Имя')).toHaveValue('')
  })

  test('keep a draft through a reload', async ({ page }) => {
    await open(page, '/contacts')
    await page.getByLabel('Сообщение').fill('Хочу универсал')
    const kept = () =>
      page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
    await expect.poll(kept).toContain('Хочу универсал')
    await page.reload()
    await expect(page.getByLabel('Сообщение')).toHaveValue('Хочу универсал')
  })

  test('stand without the map, which says why it is missing', async ({ page }) => {
    await open(page, '/contacts')
    await page.locator('#location').scrollIntoViewIfNeeded()
    await expect(page.getByText('Ошибка загрузки карты')).toBeVisible({ timeout: 12_000 })
    await expect(page.getByRole('link', { name: 'Построить маршрут' })).toBeVisible()
    await expect(page.getByText(/^(Открыто|Закрыто)/)).toBeVisible()
  })
})

test.describe('the contacts on a phone', () => {
  test.use(phone)
  test('fit the width', async ({ page }) => {
    await open(page, '/contacts')
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  })
})
