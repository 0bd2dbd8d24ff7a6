// 'Безопасность' and the second step of signing in, with real codes, a virtual authenticator and
// fake providers.

import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { computeTotpCode, createEmail, password, sendLogin, signInCustomer } from './customers.ts'
import { waitForCode, waitForLink } from './mail.ts'
import {
  acceptConsent,
  createPerson,
  pressProviderButton,
  skipWithoutStandIns,
} from './providers.ts'
import { expect, open, test } from './site.ts'

async function openSecurity(page: Page) {
  await open(page, '/dashboard/security')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Безопасность')
}

/** Completes 'Подтвердите, что это вы' with the password. */
async function confirmIdentity(page: Page) {
  const dialog = page.getByRole('dialog', { name: /что\sэто вы/ })
  await dialog.getByLabel('Пароль', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(dialog).toBeHidden()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page.getByRole('button', { name: 'Авторизоваться' })).toBeVisible()
}

const locateProfileLink = (page: Page) => page.getByRole('link', { name: 'Привет, Анна!' })
const locatePart = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

/** Enables an authenticator app. Returns its secret and the recovery codes. */
async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Настроить' }).click()
  await confirmIdentity(page)
  const dialog = page.getByRole('dialog', { name: /Приложение с\sкодами/ })
  await expect(dialog.getByRole('img', { name: /QR-код/ })).toBeVisible()
  const secret = (await dialog.locator('.code').textContent()) ?? ''
  await dialog.getByLabel(/Код из\sприложения/).fill(computeTotpCode(secret))
  await dialog.getByRole('button', { name: 'Включить' }).click()
  const lines = dialog.getByRole('list', { name: /Коды/ }).getByRole('listitem')
  await expect(lines).toHaveCount(10)
  const codes = await lines.allInnerTexts()
  await expect(dialog.getByRole('button', { name: 'Готово' })).toBeDisabled()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByText('Включено')).toBeVisible()
  return { secret, codes }
}

test('an authenticator app, recovery codes and passkeys are required at sign-in', async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { email } = await signInCustomer(page.context())
  await openSecurity(page)
  const { secret, codes } = await setUpApp(page)
  // The recent confirmation is still valid, so nothing is requested again.
  await page.getByRole('button', { name: /Добавить ключ доступа/ }).click()
  await expect(page.getByText(/Ключ от/)).toBeVisible()

  await signOut(page)
  await open(page, '/login')
  await sendLogin(page, email)
  const step = page.getByRole('dialog', { name: 'Второй шаг входа' })
  await step.getByLabel('Код второго шага').fill('000000')
  await step.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(step.getByRole('alert')).toBeVisible()
  await step.getByLabel('Код второго шага').fill(computeTotpCode(secret, 1))
  await step.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(locateProfileLink(page)).toBeVisible()

  await signOut(page)
  await open(page, '/login?next=/dashboard/security')
  await page.getByRole('button', { name: 'Вход по отпечатку или лицу' }).click()
  await expect(locateProfileLink(page)).toBeVisible()
  await expect(page.getByText(/Последний вход/)).toBeVisible()

  await page.getByRole('button', { name: 'Отключить' }).click()
  await confirmIdentity(page)
  await expect(page.getByText('Включено')).toBeHidden()
  await page.getByRole('button', { name: 'Удалить', exact: true }).click()
  await expect(page.getByText(/Ключ от/)).toBeHidden()
  expect(codes).not.toContain(secret)
})

test('a provider is linked, signs in through the second step, and is unlinked', async ({
  page,
}) => {
  skipWithoutStandIns()
  const person = await createPerson('vk', { email: createEmail() })
  await signInCustomer(page.context())
  await openSecurity(page)
  const { codes } = await setUpApp(page)
  await acceptConsent(await pressProviderButton(page, 'Привязать VK'), person.first_name)
  await expect(page.getByRole('button', { name: 'Отвязать VK' })).toBeVisible()
  await expect(locatePart(page, /Способы входа/).getByText(person.first_name)).toBeVisible()

  await signOut(page)
  await open(page, '/login')
  await acceptConsent(await pressProviderButton(page, 'Войти через VK'), person.first_name)
  const step = page.getByRole('dialog', { name: 'Второй шаг входа' })
  await step.getByLabel('Код второго шага').fill(codes[0] ?? '')
  await step.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(locateProfileLink(page)).toBeVisible()

  await openSecurity(page)
  await expect(page.getByText(/Осталось 9\sкодов/)).toBeVisible()
  await page.getByRole('button', { name: 'Отвязать VK' }).click()
  await confirmIdentity(page)
  await expect(page.getByRole('button', { name: 'Привязать VK' })).toBeVisible()
})

/** Signs in from an unknown browser. */
async function signInElsewhere(browser: Browser, data: { email: string; password: string }) {
  const context = await browser.newContext()
  expect((await context.request.post('/api/auth/login', { data })).ok()).toBe(true)
  return context
}

const expectSignedOut = (context: BrowserContext) =>
  expect.poll(async () => (await context.request.get('/api/auth/me')).status()).toBe(401)

test('the session of another device is ended, and the password is changed', async ({
  page,
  browser,
}) => {
  const { email } = await signInCustomer(page.context())
  const other = await signInElsewhere(browser, { email, password })
  await openSecurity(page)
  const sessions = locatePart(page, 'Сеансы')
  await expect(sessions.getByText('Это устройство')).toHaveCount(1)
  await sessions.getByRole('button', { name: /^Завершить: / }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expectSignedOut(other)
  await other.close()

  const thief = await signInElsewhere(browser, { email, password })
  await page.goto(await waitForLink(email, '/api/auth/sessions/disown', { after: 1 }))
  const end = page.getByRole('button', { name: 'Завершить сеанс' })
  await expect(end).toHaveCSS('background-color', 'rgb(27, 55, 214)')
  await end.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Сеанс завершён')
  await expectSignedOut(thief)
  await thief.close()

  await openSecurity(page)
  await page.getByLabel('Текущий пароль').fill('not the password')
  await page.getByLabel('Новый пароль').fill('drugaya doroga 51')
  await page.getByRole('button', { name: 'Сменить пароль' }).click()
  await expect(locatePart(page, 'Пароль').getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Новый пароль')).toHaveValue('drugaya doroga 51')
  await page.getByLabel('Текущий пароль').fill(password)
  await page.getByRole('button', { name: 'Сменить пароль' }).click()
  await expect(page.getByText(/Пароль изменён\./)).toBeVisible()
})

test('consents are given and withdrawn; the data is exported by a mailed code, then erased', async ({
  page,
}) => {
  const { email } = await signInCustomer(page.context())
  await openSecurity(page)
  const consents = locatePart(page, 'Согласия')
  const offers = consents
    .getByRole('listitem')
    .filter({ hasText: /Новости и\sпредложения/ })
    .first()
  await expect(offers).toContainText('Не дано')
  await offers.getByRole('button', { name: /Дать согласие/ }).click()
  await offers.getByRole('button', { name: /Отозвать/ }).click()
  await offers.getByRole('button', { name: /Дать согласие/ }).click()
  await expect(offers).toContainText('Дано')
  await consents.getByText(/Вся история/).click()
  await expect(consents.getByText(/отозвано/)).toBeVisible()
  await consents.getByRole('button', { name: /Отозвать: Обработка/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отозвать' }).click()
  await expect(consents.getByRole('button', { name: /Дать согласие: Обработка/ })).toBeVisible()

  await page.getByRole('button', { name: /Выгрузить данные/ }).click()
  const dialog = page.getByRole('dialog', { name: /что\sэто вы/ })
  await dialog.getByLabel(/Кодом из\sписьма/).check()
  await dialog.getByRole('button', { name: /Отправить код/ }).click()
  await dialog.getByLabel('Код подтверждения').fill(await waitForCode(email, { after: 1 }))
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Подтвердить' }).click()
  const path = await (await file).path()
  const kept = JSON.parse(readFileSync(path, 'utf8'))
  expect(kept.services.auth.account.email).toBe(email)

  await page.getByRole('button', { name: /Удалить аккаунт/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click()
  await expect(page.getByRole('button', { name: 'Авторизоваться' })).toBeVisible()
  await open(page, '/login')
  await sendLogin(page, email)
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
})

test('the registration dialog and the security page pass axe in both themes', {
  tag: '@screens',
}, async ({ page }) => {
  for (const theme of ['light', 'dark']) {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    await page.context().clearCookies()
    await open(page, '/login')
    await page.getByRole('button', { name: 'Нет аккаунта? Зарегистрироваться' }).click()
    await expect(page.getByRole('dialog', { name: 'Регистрация' })).toBeVisible()
    expect(await findViolations(page, { within: '[role=dialog]' })).toEqual([])
    await signInCustomer(page.context())
    await openSecurity(page)
    await expect(page.getByText('Это устройство')).toBeVisible()
    expect(await findViolations(page, { within: 'main' })).toEqual([])
    await page.evaluate(() => localStorage.clear())
  }
})
