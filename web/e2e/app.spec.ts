// The site as an app: manifest, service worker, offline pages, push, updates, the install prompt.

import type { BrowserContext, Page } from '@playwright/test'
import { callApi, signInAdministrator } from './administrators.ts'
import { mockSubscription, startPushService } from './pushService.ts'
import {
  demoCar,
  expect,
  navigate,
  open,
  pauseClock,
  phone,
  test,
  waitForPartHydration,
} from './site.ts'
import { isLocal } from './stack.ts'

/** Opens a page and waits until its service worker controls it. */
async function openWithWorker(page: Page, path: string) {
  await open(page, path)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  })
}

async function waitForWorker(context: BrowserContext) {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}

/** Width and height from the header of a PNG file. */
const readPictureSize = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

test('the manifest has an id, shortcuts, and pictures of the size it says', async ({ request }) => {
  const answer = await request.get('/manifest.webmanifest')
  expect(answer.headers()['content-type']).toBe('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ id: '/', start_url: '/', display: 'standalone', lang: 'ru' })
  const purposes = manifest.icons.map(({ purpose }: { purpose: string }) => purpose)
  expect(new Set(purposes)).toEqual(new Set(['any', 'maskable']))
  const forms = manifest.screenshots.map((shot: { form_factor: string }) => shot.form_factor)
  expect(new Set(forms)).toEqual(new Set(['wide', 'narrow']))
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots])
    expect(readPictureSize(await (await request.get(src)).body()), src).toBe(sizes)
  expect(manifest.shortcuts.length).toBeGreaterThan(1)
  for (const { url } of manifest.shortcuts) expect((await request.get(url)).status()).toBe(200)
  const favicon = await request.get('/favicon.ico')
  expect(favicon.status()).toBe(200)
  // The number of pictures in the header of an ICO file.
  expect((await favicon.body()).readUInt16LE(4)).toBe(3)
  expect(favicon.headers()['content-type']).toContain('icon')
})

test.describe('the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('is revalidated each time, and its scope is the whole site', async ({ request }) => {
    for (const path of ['/sw.js', '/sw-off.js']) {
      const answer = await request.get(path)
      expect(answer.status()).toBe(200)
      expect(answer.headers()['cache-control']).toBe('no-cache')
      expect(answer.headers()['content-type']).toContain('javascript')
    }
  })

  test('shows visited pages with their data without a network, the offline page for others, and stores nothing private', async ({
    page,
    context,
  }) => {
    await openWithWorker(page, '/cars')
    await page.reload()
    const cars = page.getByRole('main').getByRole('heading', { level: 3 })
    await expect(cars).not.toHaveCount(0)
    await page.evaluate(() => fetch('/api/auth/me'))
    await expect
      .poll(() =>
        page.evaluate(async () => (await (await caches.open('public-answers')).keys()).length),
      )
      .toBeGreaterThan(0)
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return keys.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(kept.filter((path) => /\/(auth|me|notifications|dashboard|admin)/.test(path))).toEqual(
      [],
    )

    await context.setOffline(true)
    await page.reload()
    await expect(cars).not.toHaveCount(0)
    await expect(page.getByText('Нет подключения к сети')).toBeVisible()
    await page.goto('/terms')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Нет подключения к\s+сети/)
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Повторить' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/соглашение/i)
  })

  test('removes itself and its caches when it is switched off', async ({ page }) => {
    await openWithWorker(page, '/')
    await page.evaluate(() => navigator.serviceWorker.register('/sw-off.js'))
    await expect
      .poll(() =>
        page.evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          (await caches.keys()).length,
        ]),
      )
      .toEqual([0, 0])
  })

  test('shows a push message that the service has encrypted; the settings switch push on and off', async ({
    browser,
  }) => {
    test.skip(!isLocal, 'containers do not reach the push service of this journey')
    const service = await startPushService()
    const context = await signInAdministrator(browser)
    const page = await context.newPage()
    await mockSubscription(page, service.subscription)
    await openWithWorker(page, '/dashboard#settings')
    const setting = page.getByRole('region', { name: 'Push в этом браузере' })
    await setting.getByRole('button', { name: 'Включить push' }).click()
    await expect(setting.getByText(/^Включены/)).toBeVisible()
    const notification = { type: 'booking', title: 'Судно в порту', message: 'Осмотр завтра' }
    const channels = ['in_app', 'push']
    const data = { link: '/blog' }
    await callApi(page, 'POST', '/api/notifications/admin/test', {
      ...notification,
      channels,
      data,
    })
    const sent = await service.waitForMessage(notification.title)
    expect(JSON.parse(sent)).toMatchObject({ ...notification, url: '/blog' })
    await setting.getByRole('button', { name: 'Выключить push' }).click()
    await expect(setting.getByText(/^Выключены/)).toBeVisible()

    const worker = await waitForWorker(context)
    // This browser shows no notifications, so the worker's calls are recorded instead.
    const shown = await worker.evaluate(async (text) => {
      const { registration } = self as never as { registration: ServiceWorkerRegistration }
      const waitUntil = () => {}
      const data = { text: () => text }
      const [title, options] = await new Promise<[string, NotificationOptions]>((resolve) => {
        registration.showNotification = async (...words) => resolve([words[0], words[1] ?? {}])
        self.dispatchEvent(Object.assign(new Event('push'), { data, waitUntil }))
      })
      const notification = { data: options.data, close: () => {} }
      self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
      return { title, body: options.body, tag: options.tag }
    }, sent)
    expect(shown).toEqual({
      title: notification.title,
      body: notification.message,
      tag: JSON.parse(sent).id,
    })
    await expect(page).toHaveURL(/\/blog$/)
    await context.close()
    service.close()
  })
})

test.describe('a new version', () => {
  test('is seen after 30 s, waits for what is typed, and reloads the page once, still signed in', async ({
    page,
  }) => {
    await page.route('**/api/version?*', (route) => route.fulfill({ json: { version: 'newer' } }))
    await page.clock.install()
    await open(page, '/contacts')
    await waitForPartHydration(page, 'contact-form')
    await pauseClock(page, 1_500)
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    const message = page.getByLabel('Сообщение')
    await message.fill('Хочу универсал')
    await expect(message).toHaveValue('Хочу универсал')
    const prompt = page.getByText('Доступна новая версия')
    // The page was open for a while before its clock was paused.
    await page.clock.runFor(10_000)
    await expect(prompt).toHaveCount(0)
    await page.clock.runFor(22_000)
    await expect(prompt).toBeVisible()
    await page.clock.runFor(40_000)
    await expect(page.getByText(/Обновим, когда/)).toBeVisible()
    expect(loads).toBe(0)
    // The form keeps its draft, so the page that replaces it may be reloaded.
    await page.getByRole('banner').getByRole('link', { name: 'О компании' }).first().click()
    await expect(page).toHaveURL(/\/about$/)
    await page.clock.runFor(17_000)
    await expect.poll(() => loads).toBe(1)
    await page.clock.resume()
    await navigate(page, '/contacts')
    await expect(message).toHaveValue('Хочу универсал')
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
    await page.clock.runFor(180_000)
    await expect(prompt).toHaveCount(0)
    expect(loads).toBe(1)
  })
})

test.describe('a release whose files are gone', () => {
  test.use({ expectedErrors: /dynamically imported module/ })

  test('is fetched again by one reload', async ({ page }) => {
    let requests = 0
    await page.route('**/assets/MobileMenu-*.js*', (route) => {
      requests += 1
      return route.fulfill({ status: 404 })
    })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.clock.install()
    await open(page, '/about')
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.getByRole('button', { name: 'Меню', exact: true }).click()
    await expect
      .poll(async () => {
        await page.clock.runFor(2_000).catch(() => {})
        return loads
      })
      .toBe(1)
    const before = requests
    await page.getByRole('button', { name: 'Меню', exact: true }).click()
    await expect
      .poll(async () => {
        await page.clock.runFor(2_000)
        return requests > before
      })
      .toBe(true)
    await page.clock.runFor(20_000)
    expect(loads).toBe(1)
  })
})

test.describe('a part that cannot be drawn', () => {
  test.use({ expectedErrors: /the map of nowhere/ })

  test('is tried three times more, then the page is reloaded and the error is logged on the server', async ({
    page,
  }) => {
    const part = '**/assets/BlogBody-*.js'
    await page.route(part, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export default function BlogBody() { throw new Error('the map of nowhere') }",
      }),
    )
    const response = page.waitForResponse('**/api/logs')
    await open(page, '/blog')
    const screen = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
    for (const attemptsLeft of [3, 2, 1]) {
      await expect(screen).toContainText(`Attempts left: ${attemptsLeft}`)
      await screen.getByRole('button', { name: 'Try again' }).click()
    }
    await expect(screen.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(screen.getByRole('link', { name: 'Go home' })).toHaveAttribute('href', '/')
    expect((await response).ok()).toBe(true)
    const lines = (await response).request().postDataJSON()
    expect(lines[0]).toMatchObject({ level: 'error', message: 'the map of nowhere' })
    await page.unroute(part)
    await screen.getByRole('button', { name: 'Reload page' }).click()
    await expect(page.getByRole('searchbox', { name: 'Поиск статей' })).toBeVisible()
    await expect(screen).toHaveCount(0)
  })
})

test.describe('the offer to install', () => {
  test('comes after a useful visit, and a refusal is remembered', async ({ page }) => {
    await open(page, '/services')
    const offer = page.getByRole('region', { name: 'Приложение на рабочем столе' })
    await page.evaluate(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      const installPrompt = { prompt: async () => localStorage.setItem('test_prompted', 'yes') }
      dispatchEvent(Object.assign(event, installPrompt))
    })
    await expect(offer).toHaveCount(0)
    const region = page.getByRole('region', { name: 'Калькулятор растаможки' })
    await region.getByLabel('Стоимость, ₽').fill('3000000')
    await region.getByLabel('Объём двигателя, л').fill('2.0')
    await region.getByLabel('Возраст, лет').fill('4')
    await region.getByRole('button', { name: 'Рассчитать' }).click()
    await expect(offer).toBeVisible()
    await offer.getByRole('button', { name: 'Установить' }).click()
    await expect(offer).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('test_prompted'))).toBe('yes')
    const repeatOffer = () =>
      page.evaluate(() =>
        dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {})),
      )
    await repeatOffer()
    await offer.getByRole('button', { name: 'Не сейчас' }).click()
    await expect(offer).toHaveCount(0)
    await repeatOffer()
    await expect(offer).toHaveCount(0)
  })

  test.describe('on an iPhone', () => {
    test.use(phone)
    test('shows the steps', async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem('value_seen', 'true'))
      // It would cover the price of a car.
      await open(page, demoCar.path)
      await expect(page.getByText(/Под.ключ в.Москве/).first()).toBeVisible()
      await expect(page.getByText(/Нажмите «Поделиться»/)).toHaveCount(0)
      await open(page, '/about')
      await expect(page.getByText(/Нажмите «Поделиться»/)).toBeVisible()
      await page.getByRole('button', { name: 'Не сейчас' }).click()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/Нажмите «Поделиться»/)).toHaveCount(0)
    })
  })
})
