// Signing in through VK, Google and Telegram in a real browser: every state of the dialog, every
// return path, every timeout.

import type { Page, Request } from '@playwright/test'
import { callApi } from './administrators.ts'
import { createEmail } from './customers.ts'
import { waitForCode } from './mail.ts'
import {
  acceptConsent,
  acceptGoogleConsent,
  createGooglePerson,
  createPerson,
  openSignIn,
  pressProviderButton,
  setVkBehavior,
  skipWithoutStandIns,
} from './providers.ts'
import { expect, open, pauseClock, test } from './site.ts'

skipWithoutStandIns()

/** The page's requests that exchange a code. */
function recordExchanges(page: Page): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/paseto\/.*callback$/.test(request.url()))
      seen.push(request)
  })
  return seen
}

const locateDialog = (page: Page) => page.getByRole('dialog', { name: 'Войти через VK' })

/** On the return pages: disables channels that would deliver the result. */
async function disableDelivery(page: Page, ...ways: ('opener' | 'BroadcastChannel')[]) {
  await page.context().addInitScript((taken) => {
    if (!location.pathname.startsWith('/auth/')) return
    for (const way of taken)
      Object.defineProperty(window, way, { value: way === 'opener' ? null : undefined })
  }, ways)
}

test('a popup of 500 by 600 px signs in by one exchange after 1.5 s, however often the result arrives', async ({
  page,
}) => {
  const person = await createPerson('vk', { email: createEmail() })
  const sent = recordExchanges(page)
  await page.clock.install()
  await page.addInitScript(() => {
    const open = window.open.bind(window)
    window.open = (...args) => {
      Object.assign(window, { popupFeatures: args[2] })
      return open(...args)
    }
  })
  await openSignIn(page)
  const popup = await pressProviderButton(page, 'Войти через VK')
  await expect(locateDialog(page).getByText(/Завершите вход\sв\sоткрывшемся окне/)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'popupFeatures'))).toBe(
    'popup,width=500,height=600',
  )
  await popup.getByRole('button', { name: 'Отказаться' }).waitFor()
  await pauseClock(page)
  await Promise.all([popup.waitForEvent('close'), acceptConsent(popup, person.first_name)])
  await expect(locateDialog(page).getByText(/Завершаем вход/)).toBeVisible()
  await page.clock.runFor(1400)
  expect(sent).toHaveLength(0)
  await page.clock.runFor(200)
  await expect(locateDialog(page).getByText('Регистрация прошла успешно!')).toBeVisible()
  // By now the opener's message, the broadcast and the storage have all delivered the same result.
  await page.clock.runFor(1200)
  expect(sent).toHaveLength(1)
  await expect(locateDialog(page)).toBeVisible()
  await page.clock.runFor(400)
  await expect(page.getByRole('link', { name: `Привет, ${person.first_name}!` })).toBeVisible()
  const kept = await page.evaluate(() => Object.keys(localStorage))
  expect(kept.filter((key) => /social|vk_|google|turnstile/.test(key))).toEqual([])
})

test('a broadcast brings the result when the opener is cut off; a returning user is not greeted as new', async ({
  page,
}) => {
  await disableDelivery(page, 'opener')
  const email = createEmail()
  const sub = await createGooglePerson(email)
  await page.clock.install()
  await page.route(
    '**/paseto/social/google/callback',
    (route) => route.fulfill({ status: 502, json: {} }),
    { times: 1 },
  )
  for (const message of [
    'Ошибка при завершении авторизации',
    'Регистрация прошла успешно!',
    'Вход выполнен успешно!',
  ]) {
    await openSignIn(page)
    const popup = await pressProviderButton(page, 'Войти через Google')
    await popup.locator('input[name=sub]').waitFor()
    await pauseClock(page)
    await acceptGoogleConsent(popup, sub)
    await expect(page.getByText(/Завершаем вход/)).toBeVisible()
    await page.clock.runFor(1600)
    await expect(page.getByText(message)).toBeVisible()
    await page.clock.runFor(1500)
    await page.clock.resume()
    if (message.startsWith('Ошибка')) continue
    await expect(page.getByRole('link', { name: 'Привет, Глеб!' })).toBeVisible()
    await page.getByRole('button', { name: 'Выйти' }).click()
    await expect(page.getByRole('button', { name: 'Авторизоваться' })).toBeVisible()
  }
})

test('a blocked popup offers a tab, the storage is read each second, and the email is proven', async ({
  page,
}) => {
  await disableDelivery(page, 'opener', 'BroadcastChannel')
  const person = await createPerson('vk')
  const email = createEmail()
  const sent = recordExchanges(page)
  await page.addInitScript(() => {
    window.open = () => null
  })
  await openSignIn(page)
  await page.getByRole('button', { name: 'Войти через VK' }).click()
  await expect(page.getByRole('alert')).toContainText('Браузер заблокировал всплывающее окно')
  const tab = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Открыть в новой вкладке' }).click()
  const opened = await tab
  // A wrong state, an old result and malformed data change nothing.
  await page.evaluate(() => {
    const state = localStorage.getItem('social_auth_state')
    const answer = { type: 'social-auth', code: 'x', device_id: null, error: null }
    const put = (value: string) => localStorage.setItem('google_oauth_callback', value)
    put(JSON.stringify({ ...answer, state: 'other', at: Date.now() }))
    window.postMessage({ ...answer, state, at: 1 }, location.origin)
    window.postMessage('rubbish', location.origin)
  })
  await opened.getByRole('button', { name: 'Отказаться' }).waitFor()
  expect(sent).toHaveLength(0)
  await acceptConsent(opened, person.first_name)
  await expect(page.getByRole('heading', { name: 'Подтвердите email' })).toBeVisible()
  expect(sent).toHaveLength(1)
  await page.getByRole('dialog', { name: 'Подтвердите email' }).getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Отправить код', exact: true }).click()
  await expect(page.getByRole('button', { name: /повторно через \d+ с/ })).toBeDisabled()
  await page.getByLabel('Код подтверждения').fill('000000')
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(page.getByRole('alert')).toContainText('Неверный код подтверждения')
  await page.getByLabel('Код подтверждения').fill(await waitForCode(email))
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(page.getByRole('link', { name: `Привет, ${person.first_name}!` })).toBeVisible()
})

test('leaving the email step signs the user out; the dialog closes after 3 s', async ({ page }) => {
  const person = await createPerson('vk')
  await page.clock.install()
  await openSignIn(page)
  const popup = await pressProviderButton(page, 'Войти через VK')
  await popup.getByRole('button', { name: 'Отказаться' }).waitFor()
  await pauseClock(page)
  await acceptConsent(popup, person.first_name)
  await expect(locateDialog(page).getByText(/Завершаем вход/)).toBeVisible()
  await page.clock.runFor(1600)
  await expect(locateDialog(page).getByText('Регистрация прошла успешно!')).toBeVisible()
  await page.clock.runFor(1600)
  const step = page.getByRole('dialog', { name: 'Подтвердите email' })
  await step.getByLabel('Email').waitFor()
  await step.getByRole('button', { name: 'Отмена' }).click()
  const forced = page.getByText(
    'Подтверждение email обязательно для входа через социальные сети. Вы вышли из аккаунта.',
  )
  await expect(forced).toBeVisible()
  await page.clock.runFor(2800)
  await expect(forced).toBeVisible()
  await page.clock.runFor(1000)
  await expect(forced).toBeHidden()
  await page.clock.resume()
  await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
})

test('a refusal, a silent provider and a silent server have different messages, and can be retried', async ({
  page,
}) => {
  const person = await createPerson('vk', { email: createEmail() })
  await openSignIn(page)
  const popup = await pressProviderButton(page, 'Войти через VK')
  await popup.getByRole('button', { name: 'Отказаться' }).click()
  await expect(locateDialog(page).getByRole('alert')).toContainText('Авторизация отменена')

  await setVkBehavior({ down: true })
  try {
    await acceptConsent(await pressProviderButton(page, 'Повторить'), person.first_name)
    await expect(locateDialog(page).getByRole('alert')).toBeVisible()
    await expect(locateDialog(page).getByRole('alert')).not.toContainText('отменена')
  } finally {
    await setVkBehavior({})
  }

  const authPattern = '**/api/auth/paseto/social/vk/auth*'
  await page.route(authPattern, (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(locateDialog(page).getByRole('alert')).toContainText(
    'Ошибка получения URL авторизации',
  )
  await page.unroute(authPattern)
  await page.route(authPattern, (route) => route.abort())
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(locateDialog(page).getByRole('alert')).toContainText(
    'Ошибка подключения к серверу авторизации',
  )
  await page.unroute(authPattern)
  await page.route('**/paseto/social/vk/callback', (route) =>
    route.fulfill({ status: 502, json: {} }),
  )
  await acceptConsent(await pressProviderButton(page, 'Повторить'), person.first_name)
  await expect(locateDialog(page).getByRole('alert')).toContainText(
    'Ошибка при обработке авторизации VK',
  )
})

test('an exchange without an answer is not given up before ten seconds have passed', async ({
  page,
}) => {
  const person = await createPerson('vk', { email: createEmail() })
  const sent = recordExchanges(page)
  await page.clock.install()
  await openSignIn(page)
  const popup = await pressProviderButton(page, 'Войти через VK')
  await popup.getByRole('button', { name: 'Отказаться' }).waitFor()
  await page.route('**/paseto/social/vk/callback', (route) => route.abort(), { times: 1 })
  await pauseClock(page)
  await acceptConsent(popup, person.first_name)
  await expect(locateDialog(page).getByText(/Завершаем вход/)).toBeVisible()
  await page.clock.runFor(1600)
  await expect.poll(() => sent.length).toBe(1)
  await page.clock.runFor(9500)
  expect(sent).toHaveLength(1)
  await page.clock.runFor(1000)
  await expect(locateDialog(page).getByText('Регистрация прошла успешно!')).toBeVisible()
  expect(sent).toHaveLength(2)
})

test('Telegram signs in by its own button in a frame, without a popup, and again after a silent server', async ({
  page,
}) => {
  const person = await createPerson('telegram')
  const sent = recordExchanges(page)
  const callback = '/api/auth/paseto/telegram/callback'
  await page.route(`**${callback}`, (route) => route.fulfill({ status: 502, json: {} }), {
    times: 1,
  })
  await page.clock.install()
  await openSignIn(page)
  await page.getByRole('button', { name: 'Войти через Telegram' }).click()
  const consent = page
    .frameLocator('iframe[title^="Вход"]')
    .getByRole('button', { name: `Войти как ${person.first_name}`, exact: true })
  async function giveConsent() {
    await consent.click()
    await expect(page.getByText(/Завершаем вход/)).toBeVisible()
    await page.clock.fastForward(1500)
  }
  await giveConsent()
  await expect(page.getByRole('alert')).toContainText('Ошибка при завершении авторизации')
  await page.getByRole('button', { name: 'Повторить' }).click()
  await giveConsent()
  await expect(page.getByText('Регистрация прошла успешно!')).toBeVisible()
  await page.clock.fastForward(1500)
  await expect(page.getByRole('heading', { name: 'Подтвердите email' })).toBeVisible()
  expect(sent.map((request) => new URL(request.url()).pathname)).toEqual([callback, callback])
})

test('Telegram that does not load shows an error after ten seconds', async ({ page }) => {
  await page.clock.install()
  await page.route('**/embed/**', (route) => route.fulfill({ body: '', contentType: 'text/html' }))
  await openSignIn(page)
  await page.getByRole('button', { name: 'Войти через Telegram' }).click()
  await expect(page.locator('iframe[title^="Вход"]')).toBeVisible()
  await page.clock.fastForward(10_500)
  await expect(page.getByRole('alert')).toContainText('Telegram не отвечает')
})

test.describe('the page /auth/callback', () => {
  test('says what is missing, then leads home after 1.5 s', async ({ page }) => {
    const cases = [
      ['?state=s', 'Authorization code not received'],
      ['?error=server_error', 'Authorization error: server_error'],
      ['?code=c&state=s', 'Provider not found'],
    ]
    await page.clock.install()
    for (const [query, message] of cases) {
      await open(page, '/about')
      await pauseClock(page)
      await page.goto(`/auth/callback${query}`)
      await expect(page.getByRole('alert')).toContainText(message ?? '')
      await page.clock.runFor(1400)
      await expect(page.getByRole('alert')).toBeVisible()
      await page.clock.resume()
      await expect(page).toHaveURL(/\/$/)
    }
  })

  test('finishes a sign-in by itself', async ({ page }) => {
    const person = await createPerson('vk', { email: createEmail() })
    await page.clock.install()
    for (const message of ['Registration completed successfully!', 'Login successful!']) {
      await open(page, '/about')
      const state = crypto.randomUUID()
      const back = encodeURIComponent(new URL('/auth/callback', page.url()).href)
      const path = `/api/auth/paseto/social/vk/auth?redirect_uri=${back}&state=${state}`
      const { authUrl, sessionToken } = await callApi(page, 'GET', path)
      const keys = [state, sessionToken]
      await page.evaluate(([state, token]) => {
        localStorage.setItem('social_auth_provider', 'vk')
        localStorage.setItem('social_auth_state', state ?? '')
        localStorage.setItem('vk_session_token', token ?? '')
      }, keys)
      await page.goto(authUrl)
      await pauseClock(page)
      await acceptConsent(page, person.first_name)
      await expect(page.getByText(message)).toBeVisible()
      await page.clock.runFor(1500)
      await page.clock.resume()
      await expect(page).toHaveURL(/\/dashboard/)
      await page.getByRole('button', { name: 'Выйти' }).click()
      await expect(page.getByRole('button', { name: 'Авторизоваться' })).toBeVisible()
    }
  })

  test('opened by a page of the site, hands the answer over and closes', async ({ page }) => {
    await open(page, '/about')
    const readResult = (query: string) =>
      page.evaluate(
        (address) =>
          new Promise((resolve) => {
            window.addEventListener('message', ({ data }) => resolve(data), { once: true })
            window.open(address, '', 'popup')
          }),
        `/auth/callback${query}`,
      )
    const closed = page.waitForEvent('popup').then((popup) => popup.waitForEvent('close'))
    expect(await readResult('?code=c1&state=s1&device_id=d1')).toMatchObject({
      type: 'social-auth',
      code: 'c1',
      state: 's1',
      device_id: 'd1',
    })
    await closed
    expect(await readResult('?state=s1')).toMatchObject({ code: null, error: 'missing_code' })
    expect(await readResult('?error=access_denied')).toMatchObject({ error: 'access_denied' })
  })
})
