import type { Page } from '@playwright/test'
import { callApi, signInAdministrator } from './administrators.ts'
import { demoCar, expect, findBeyondTheEdge, open, phone, test } from './site.ts'

/** A WebM film of one second, recorded from a canvas. */
async function recordFilm(page: Page): Promise<Buffer> {
  const content = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    for (let frame = 0; frame < 25; frame += 1) {
      context?.fillRect(frame * 4, 0, 4, 80)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    recorder.stop()
    await stopped
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })
  return Buffer.from(content)
}

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

  test('plays the video of a car after its pictures, and says when it cannot be loaded', async ({
    page,
    browser,
  }) => {
    const office = await signInAdministrator(browser)
    const { item: car } = await callApi(office, 'POST', '/api/content/admin/cars', {
      brand: 'Audi',
      model: 'A6 Avant',
      year: 2022,
      body_type: 'estate',
      fuel: 'diesel',
      power_hp: 204,
      price_rub: 6_100_000,
      video_url: 'https://films.example/cold-start.webm',
      status: 'published',
    })
    const film = await recordFilm(page)
    await page.route('https://films.example/**', (route) =>
      route.fulfill({ contentType: 'video/webm', body: film }),
    )
    await open(page, `/cars/${car.slug}`)
    const video = page.getByLabel(/^Видео:.Audi/)
    await video.evaluate((player: HTMLVideoElement) => player.play())
    await expect
      .poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime))
      .toBeGreaterThan(0)

    await page.unroute('https://films.example/**')
    await page.route('https://films.example/**', (route) => route.abort())
    await page.reload()
    await video.evaluate((player: HTMLVideoElement) => player.play().catch(() => undefined))
    await expect(page.getByText(/Видео здесь не\sоткрылось/)).toBeVisible()
    await callApi(office, 'DELETE', `/api/content/admin/cars/${car.id}`)
    await office.close()
  })

  test('puts chosen cars side by side, at an address that can be shared', async ({
    page,
    browser,
  }) => {
    await open(page, '/cars')
    const marks = page.getByRole('button', { name: /^Сравнить / })
    await marks.nth(0).click()
    await expect(page.getByText('Выбран один автомобиль, отметьте ещё')).toBeVisible()
    await marks.nth(1).click()
    await page.getByRole('link', { name: 'Сравнить: 2' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Сравнение автомобилей')
    await expect(page).toHaveURL(/\/compare\?cars=[\w-]+,[\w-]+$/)
    await expect(page.getByRole('columnheader').getByRole('link')).toHaveCount(2)
    const price = page.getByRole('row').filter({ hasText: 'Под ключ в Москве' })
    await expect(price).toContainText('меньше всех')

    const stranger = await (await browser.newContext()).newPage()
    await open(stranger, page.url())
    await expect(stranger.getByRole('columnheader').getByRole('link')).toHaveCount(2)
    await stranger.context().close()

    await page
      .getByRole('button', { name: /^Убрать из сравнения/ })
      .first()
      .click()
    await expect(page.getByRole('columnheader')).toHaveCount(1)
    await open(page, '/compare?cars=no-such-car')
    await expect(page.getByRole('columnheader', { name: 'Снят с публикации' })).toBeVisible()
  })

  test('has each car in its own HTML, and answers 404 for a car that does not exist', async ({
    request,
  }) => {
    const html = { headers: { Accept: 'text/html' } }
    const page = await request.get(demoCar.path, html)
    expect(page.status()).toBe(200)
    expect(await page.text()).toContain(demoCar.model)
    expect((await request.get('/cars/there-is-no-such', html)).status()).toBe(404)
  })
})

test.describe('the catalogue on a phone', () => {
  test.use(phone)
  test('fits the width, and so does a car', async ({ page }) => {
    for (const path of ['/cars', demoCar.path]) {
      await open(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await findBeyondTheEdge(page)).toEqual([])
    }
  })
})
