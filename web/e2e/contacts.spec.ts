import type { Page } from '@playwright/test'
import { expect, findBeyondTheEdge, open, pauseClock, phone, test } from './site.ts'

/** Makes the settings name a map whose tiles never load. */
async function serveMapWithoutTiles(page: Page) {
  await page.route('**/api/settings', async (route) => {
    const settings = await (await route.fetch()).json()
    const widgets = { ...settings.widgets, map: { tiles: '/tiles/{z}/{x}/{y}' } }
    await route.fulfill({ json: { ...settings, widgets } })
  })
  await page.route('**/tiles/**', () => {})
}

test.describe('the contacts', () => {
  test('are complete in the HTML, with the questions as linked data', async ({ request }) => {
    const html = await (await request.get('/contacts')).text()
    expect(html).toContain('<h1')
    expect(html).toContain('FAQPage')
    for (const id of ['contact-form', 'location', 'faq']) expect(html).toContain(`id="${id}"`)
    const words = html.replace(/\s|&nbsp;/g, ' ')
    for (const promise of [
      'за 15 минут',
      'в течение часа',
      'Экстренная линия',
      'Круглосуточно',
      '4–8 недель',
      'Паспорт и ИНН',
      'дороже 3 млн рублей',
      'справка о доходах',
      'осмотр по видео',
      'Что вы гарантируете',
      'бесплатно',
      'в кредит',
    ])
      expect(words).toContain(promise)
  })

  test('send a message with a confirmation, and keep a refused one', { tag: '@core' }, async ({
    page,
  }) => {
    await page.clock.install()
    await open(page, '/contacts')
    const form = page.getByRole('form', { name: 'Форма обратной связи' })
    await form.getByRole('button', { name: 'Отправить сообщение' }).click()
    await expect(form.getByRole('alert')).toContainText('Укажите телефон')
    await expect(form.getByLabel('Телефон')).toHaveAttribute('type', 'tel')
    await expect(form.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expect(form.getByLabel('Тема').locator('option')).toHaveText([
      'Не выбрана',
      'Подбор автомобиля',
      'Консультация по услугам',
      'Расчёт стоимости',
      'Вопрос по заказу',
      'Сотрудничество',
      'Другое',
    ])
    await form.getByLabel('Имя').fill('Анна')
    await form.getByLabel('Телефон').fill('8 900 000 00 00')
    await form.getByLabel('Email').fill('anna@example.com')
    await form.getByLabel('Тема').selectOption('consultation')
    await form.getByLabel('Сообщение').fill(`Нужен осмотр в Мюнхене ${Date.now()}`)
    await form.getByLabel('Согласие на обработку персональных данных').check()

    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/contact', async (route) => {
      await answered
      await route.abort()
    })
    await form.getByRole('button', { name: 'Отправить сообщение' }).click()
    await expect(form.getByRole('button', { name: 'Отправляем…' })).toBeDisabled()
    answer()
    await expect(form.getByRole('alert')).toContainText(
      'Не удалось отправить сообщение. Нет связи с сервером',
    )
    await expect(form.getByLabel('Имя')).toHaveValue('Анна')
    await form.getByLabel('Имя').fill('Анна Орлова')
    await expect(form.getByRole('alert')).toHaveCount(0)
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
    await pauseClock(page)
    await form.getByRole('button', { name: 'Отправить сообщение' }).click()
    await expect(page.getByText('Сообщение отправлено!')).toBeVisible()
    await expect(page.getByText('MA-T5KRAU')).toBeVisible()
    await page.clock.runFor(3_000)
    await expect(page.getByText('Сообщение отправлено!')).toBeVisible()
    await page.clock.runFor(2_500)
    await expect(page.getByText('Сообщение отправлено!')).toHaveCount(0)
    await expect(form.getByLabel('Имя')).toHaveValue('')
  })

  test('keep a draft through a reload', { tag: '@core' }, async ({ page }) => {
    await open(page, '/contacts')
    await page.getByLabel('Сообщение').fill('Хочу универсал')
    const readStorage = () =>
      page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
    await expect.poll(readStorage).toContain('Хочу универсал')
    await page.reload()
    await expect(page.getByLabel('Сообщение')).toHaveValue('Хочу универсал')
  })

  test('load the map at its zoom, and show an error after ten seconds', async ({ page }) => {
    await page.clock.install()
    await serveMapWithoutTiles(page)
    const tile = page.waitForRequest('**/tiles/**')
    await open(page, '/contacts')
    await page.locator('#location').scrollIntoViewIfNeeded()
    expect((await tile).url()).toMatch(/\/tiles\/16\/\d+\/\d+$/)
    await expect(page.getByText('Загружаем карту…')).toBeVisible()
    await pauseClock(page, 1_500)
    await page.clock.runFor(10_000)
    await expect(page.getByText('Ошибка загрузки карты')).toBeVisible()
    await expect(page.getByText(/не\sответил\sза\s10\sсекунд/)).toBeVisible()
  })

  test('work without the map, which says why it is missing', async ({ page }) => {
    await open(page, '/contacts')
    await page.locator('#location').scrollIntoViewIfNeeded()
    await expect(page.getByText('Ошибка загрузки карты')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Построить маршрут' })).toBeVisible()
    await expect(page.getByText(/^(Открыто|Закрыто)/)).toBeVisible()
  })
})

test.describe('the contacts on a phone', () => {
  test.use(phone)
  test('fit the width, ask for no subject, and show a larger part of the map', async ({ page }) => {
    await serveMapWithoutTiles(page)
    const tile = page.waitForRequest('**/tiles/**')
    await open(page, '/contacts')
    await page.locator('#contact-form').scrollIntoViewIfNeeded()
    await expect(page.getByLabel('Сообщение')).toBeVisible()
    await expect(page.getByLabel('Тема')).toBeHidden()
    await expect(page.getByText(/Тема поможет/)).toBeHidden()
    await page.locator('#location').scrollIntoViewIfNeeded()
    expect((await tile).url()).toContain('/tiles/15/')
    expect(await findBeyondTheEdge(page)).toEqual([])
  })
})
