// The lifetime of a session: guards, the way back, renewal in two tabs, banners, privacy.

import type { Browser, BrowserContext, Page } from '@playwright/test'
import { callApi, signInAdministrator } from './administrators.ts'
import { password, registerCustomer, sendLogin, signInCustomer } from './customers.ts'
import { demoCar, expect, open, test } from './site.ts'

/** Simulates fifteen minutes: the access token has expired, but the session is valid. */
const expireAccessToken = (context: BrowserContext) => context.clearCookies({ name: 'session' })

const locateProfileLink = (page: Page) => page.getByRole('link', { name: 'Привет, Анна!' })

test.describe('the guard', () => {
  test('keeps customers out of the panel, and blocked users out of everything', async ({
    page,
    browser,
  }) => {
    const { id } = await signInCustomer(page.context())
    await open(page, '/admin')
    await expect(page.getByText('You do not have rights to access the admin panel')).toBeVisible()
    await page.goto('/admin/notifications')
    await expect(page.getByText('Contact the administrator.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Назад', exact: true })).toBeVisible()

    const adminContext = await signInAdministrator(browser)
    const block = { account_status: 'blocked', reason: 'Проверка входа' }
    await callApi(adminContext, 'PATCH', `/api/auth/admin/users/${id}`, block)
    await adminContext.close()
    for (const path of ['/dashboard', '/dashboard/security', '/notifications']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Account blocked' })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Back to home' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('button', { name: 'Авторизоваться' })).toBeVisible()
  })

  test('shows that it checks, keeps the customer while nobody answers, then shows the page', async ({
    page,
  }) => {
    await signInCustomer(page.context())
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    let requests = 0
    await page.route('**/api/auth/me', async (route) => {
      requests += 1
      await held
      if (requests === 1) await route.fulfill({ status: 503, json: {} })
      else await route.continue()
    })
    await open(page, '/dashboard/security')
    await expect(page.getByText(/Проверяем доступ/).first()).toBeAttached()
    await expect(page.getByRole('heading', { name: 'Безопасность' })).toHaveCount(0)
    answer()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^Не\sудалось\sпроверить\sвход$/,
    )
    expect(requests).toBe(1)
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(page.getByRole('heading', { name: 'Безопасность' })).toBeVisible()
    // The page is left first. During a reload, the open page could notice the end of its session and
    // show the banner.
    await page.goto('/robots.txt')
    await page.context().clearCookies()
    await page.goto('/dashboard/security')
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('alert').filter({ hasText: 'Session Expired' })).toBeVisible()
  })
})

test('a page requests its data while the session is still being checked', async ({ page }) => {
  await signInCustomer(page.context())
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/me', async (route) => {
    await held
    await route.continue()
  })
  const answered = page.waitForResponse(/\/api\/auth\/sessions$/)
  await open(page, '/dashboard/security')
  expect((await answered).ok()).toBe(true)
  await expect(page.getByText(/Проверяем доступ/).first()).toBeAttached()
  answer()
  await expect(page.getByRole('heading', { name: 'Безопасность' })).toBeVisible()
})

test('a favourite that is added while the session is still being checked asks for no second sign-in', async ({
  page,
}) => {
  await signInCustomer(page.context())
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/me', async (route) => {
    await held
    await route.continue()
  })
  await open(page, demoCar.path)
  await page.getByRole('button', { name: 'В избранное' }).click()
  answer()
  await expect(page.getByRole('button', { name: 'Убрать из избранного' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('/login leads back to pages of this site alone', { tag: '@core' }, async ({ page }) => {
  const email = await registerCustomer(page.context().request)
  await open(page, '/login?next=/services%23calculator')
  await page.getByRole('dialog', { name: 'Вход' }).getByLabel('Email').press('Escape')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await open(page, '/login?next=/services%23calculator')
  await sendLogin(page, email)
  await expect(page).toHaveURL(/\/services#calculator$/)
  await expect(page.locator('#calculator')).toBeFocused()
  const origin = new URL(page.url()).origin
  for (const next of [
    '//example.com',
    'https://example.com/',
    '/\\example.com',
    'javascript:alert(1)',
  ]) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await expect(page).toHaveURL(`${origin}/dashboard`)
  }
})

test('two tabs whose token has run out renew it once', async ({ page }) => {
  const context = page.context()
  await signInCustomer(context)
  const second = await context.newPage()
  for (const tab of [page, second]) {
    await open(tab, '/dashboard/security')
    await expect(tab.getByText('Это устройство')).toBeVisible()
  }
  await expireAccessToken(context)
  const renewals: number[] = []
  context.on('response', (answer) => {
    if (answer.url().endsWith('/api/auth/refresh')) renewals.push(answer.status())
  })
  const locateConsentButton = (tab: Page) =>
    tab.getByRole('button', { name: /Дать согласие: Новости/ })
  await Promise.all([page, second].map((tab) => locateConsentButton(tab).click()))
  for (const tab of [page, second]) {
    await expect(tab.getByRole('button', { name: /Отозвать: Новости/ })).toBeVisible()
    await expect(locateProfileLink(tab)).toBeVisible()
  }
  expect(renewals).toEqual([200])
})

test.describe('the banner', () => {
  test('shows an expired session, is dismissed, renews it when the server answers again', async ({
    page,
  }) => {
    await signInCustomer(page.context())
    await open(page, '/dashboard/security')
    await expect(page.getByText('Это устройство')).toBeVisible()
    await expireAccessToken(page.context())
    await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, json: {} }))
    await page.getByRole('button', { name: /Дать согласие: Новости/ }).click()
    const banner = page.getByRole('alert').filter({ hasText: 'Session Expired' })
    await expect(banner).toContainText('Your session has expired. Please log in again.')
    await banner.getByRole('button', { name: 'Обновить сеанс' }).click()
    await expect(banner).toContainText('Сервер пока не отвечает')
    await banner.getByRole('button', { name: 'Закрыть' }).click()
    await expect(banner).toBeHidden()
    await page.getByRole('button', { name: /Дать согласие: Новости/ }).click()
    await expect(banner).toBeVisible()
    await page.unroute('**/api/auth/refresh')
    await banner.getByRole('button', { name: 'Обновить сеанс' }).click()
    await expect(banner).toBeHidden()
    await expect(locateProfileLink(page)).toBeVisible()
  })

  test('shows an ended session differently, and returns to the same page after sign-in', async ({
    page,
  }) => {
    const { email } = await signInCustomer(page.context())
    await open(page, '/dashboard/security')
    await expect(page.getByText('Это устройство')).toBeVisible()
    await page.context().clearCookies({ name: 'refresh' })
    let isRefused = true
    // The route is kept to the end, because `unroute` loses requests in progress: here, for the styles of the home page.
    await page.route('**/api/auth/me/consents', (route) =>
      isRefused
        ? route.fulfill({
            status: 401,
            json: { code: 'token_invalid', message: 'Вход недействителен' },
          })
        : route.continue(),
    )
    await page.getByRole('button', { name: /Дать согласие: Новости/ }).click()
    const banner = page.getByRole('alert').filter({ hasText: 'Token Error' })
    await expect(banner).toContainText('Authentication error. Please log in again.')
    isRefused = false
    await banner.getByRole('button', { name: 'Обновить сеанс' }).click()
    await expect(banner).toBeHidden()
    await sendLogin(page, email)
    await expect(page).toHaveURL(/\/dashboard\/security$/)
  })
})

/** Everything that the browser stores for the site, as one text. */
async function readAllStorage(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    const found: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        // The site's own files are the same for everybody.
        if (new URL(request.url).pathname.startsWith('/assets/')) continue
        const answer = await cache.match(request)
        found.push(request.url, (await answer?.text()) ?? '')
      }
    }
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '')
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise((resolve, reject) => {
          const asking = database.transaction(store).objectStore(store).getAll()
          asking.onsuccess = () => resolve(asking.result)
          asking.onerror = () => reject(asking.error)
        })
        found.push(JSON.stringify(rows))
      }
      database.close()
    }
    return found.join('\n')
  })
  const cookies = await page.context().cookies()
  return `${kept}\n${JSON.stringify(cookies)}`
}

/** Presses 'Завершить остальные сеансы' in another browser. */
async function endOtherSessions(browser: Browser, email: string) {
  const elsewhere = await browser.newContext()
  await elsewhere.request.post('/api/auth/login', { data: { email, password } })
  await callApi(elsewhere, 'DELETE', '/api/auth/sessions')
  await elsewhere.close()
}

test.describe('nothing private stays', () => {
  test.use({ serviceWorkers: 'allow' })

  for (const end of ['logout', 'the end of the session by another device'] as const)
    test(`after ${end}`, async ({ page, browser }) => {
      const { id, email } = await signInCustomer(page.context())
      await open(page, '/contacts')
      const form = page.getByRole('form', { name: 'Форма обратной связи' })
      await form.getByLabel('Сообщение').fill('Позвоните Анне Орловой')
      for (const path of ['/dashboard', '/dashboard/security', '/notifications']) {
        await page.goto(path)
        await expect(locateProfileLink(page)).toBeVisible()
      }
      const token = await page.evaluate(() => localStorage.getItem('accessToken'))
      expect(await readAllStorage(page)).toContain(email)
      if (end === 'logout') {
        await page.getByRole('button', { name: 'Выйти' }).click()
      } else {
        await page.goto('/dashboard')
        await endOtherSessions(browser, email)
        await expect(page).toHaveURL(/\/$/)
        await expect(page.getByRole('alert').filter({ hasText: 'Token Error' })).toBeVisible()
        await page.reload()
        await expect(page.getByRole('alert')).toHaveCount(0)
      }
      await expect(page.getByRole('button', { name: 'Авторизоваться' })).toBeVisible()
      const kept = await readAllStorage(page)
      for (const secret of [email, id, 'Позвоните Анне', 'Орлова', token ?? 'accessToken'])
        expect(kept).not.toContain(secret)
    })
})
