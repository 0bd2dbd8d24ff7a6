import { pbkdf2Sync, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createEmail, password, registerCustomer, sendLogin as signIn } from './customers.ts'
import { waitForCode } from './mail.ts'
import { skipWithoutStandIns } from './providers.ts'
import { expect, findBeyondTheEdge, open, pauseClock, phone, test } from './site.ts'
import { enableTurnstile, turnstileOrigin } from './turnstile.ts'

async function register(page: Page, email: string) {
  await page.getByRole('button', { name: 'Авторизоваться' }).click()
  await page.getByRole('button', { name: 'Нет аккаунта? Зарегистрироваться' }).click()
  const dialog = page.getByRole('dialog', { name: 'Регистрация' })
  await dialog.getByLabel('Имя').fill('Анна')
  await dialog.getByLabel('Фамилия').fill('Орлова')
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel('Пароль', { exact: true }).fill(password)
  await dialog.getByLabel('Подтвердите пароль').fill(password)
  for (const consent of [
    'Мне есть 18 лет',
    'Я принимаю пользовательское соглашение',
    'Согласие на обработку персональных данных',
  ])
    await dialog.getByLabel(consent).check()
  await dialog.getByRole('button', { name: 'Зарегистрироваться', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Подтвердите email' })).toBeVisible()
}

test.describe('a visitor', () => {
  test('registers, verifies the email, signs in, sees the name, opens the dashboard and signs out', {
    tag: '@core',
  }, async ({ page }) => {
    const email = createEmail()
    await open(page, '/')
    await register(page, email)
    await expect(page.getByLabel('Код подтверждения')).toBeFocused()
    await page.getByLabel('Код подтверждения').fill('000000')
    await page.getByRole('button', { name: 'Подтвердить' }).click()
    await expect(page.getByRole('alert')).toContainText('Неверный код подтверждения')
    await page.getByLabel('Код подтверждения').fill(await waitForCode(email))
    await page.getByRole('button', { name: 'Подтвердить' }).click()
    await expect(page.getByText('Email подтвержден!')).toBeVisible()
    await expect(page.getByLabel('Пароль', { exact: true })).toBeFocused()
    await signIn(page, email)
    const profileLink = page.getByRole('link', { name: 'Привет, Анна!' })
    await expect(profileLink).toBeVisible()
    // The sign-in button in the header is gone, so the page's heading has the focus.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await profileLink.click()
    await expect(page).toHaveURL(/\/dashboard/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Личный кабинет')
    await page.getByRole('button', { name: 'Выйти' }).click()
    await expect(page.getByRole('button', { name: 'Авторизоваться' })).toBeVisible()
    const kept = await page.evaluate(() =>
      ['user', 'isAuthenticated', 'accessToken', 'refreshToken'].map((key) =>
        localStorage.getItem(key),
      ),
    )
    expect(kept).toEqual([null, null, null, null])
  })

  test('may not ask for a second code within a minute', async ({ page }) => {
    await page.clock.install()
    await open(page, '/')
    await register(page, createEmail())
    const again = page.getByRole('button', { name: /^Отправить код повторно/ })
    await expect(again).toHaveText(/через \d+ с$/)
    await pauseClock(page, 1_500)
    await expect(again).toBeDisabled()
    await page.clock.runFor(60_000)
    await expect(again).toBeEnabled()
    await expect(again).toHaveText('Отправить код повторно')
    await page.getByRole('button', { name: 'Отмена' }).click()
    await expect(page.getByRole('dialog', { name: 'Регистрация' })).toBeVisible()
  })

  test('sees the errors of the form before anything is sent', async ({ page }) => {
    await open(page, '/')
    await page.getByRole('button', { name: 'Авторизоваться' }).click()
    await page.getByRole('button', { name: 'Нет аккаунта? Зарегистрироваться' }).click()
    const dialog = page.getByRole('dialog', { name: 'Регистрация' })
    // The mark of a required field is visible, but not part of the field's name.
    const marked = await dialog
      .locator('label')
      .evaluateAll((labels) =>
        labels
          .filter((label) => getComputedStyle(label, '::after').content.startsWith('"*"'))
          .map((label) => label.textContent),
      )
    expect(marked).toEqual([
      'Имя',
      'Фамилия',
      'Email',
      'Пароль',
      'Подтвердите пароль',
      'Мне есть 18 лет',
      'Я принимаю пользовательское соглашение',
      'Согласие на обработку персональных данных',
    ])
    await expect(dialog.getByRole('textbox', { name: 'Имя', exact: true })).toBeVisible()
    await expect(
      dialog.getByRole('checkbox', { name: 'Мне есть 18 лет', exact: true }),
    ).toBeVisible()
    await dialog.getByLabel('Пароль', { exact: true }).fill(password)
    await dialog.getByLabel('Подтвердите пароль').fill('другой')
    await expect(dialog.getByText('Пароли не совпадают')).toBeVisible()
    await expect(
      dialog.getByRole('button', { name: 'Зарегистрироваться', exact: true }),
    ).toBeDisabled()
    // The address is checked when typing pauses, and only if it has an @.
    const checked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/validate-email')) checked.push(request.postDataJSON().email)
    })
    const email = dialog.getByLabel('Email', { exact: true })
    await email.fill('anna')
    const consent = dialog.getByRole('checkbox', { name: 'Мне есть 18 лет', exact: true })
    const readPosition = () => consent.evaluate((box) => box.getBoundingClientRect().top)
    const position = await readPosition()
    await email.fill('anna@gmial.com')
    const fix = dialog.getByRole('button', { name: 'Исправить' })
    await expect(fix).toBeVisible()
    // The answer comes while the visitor goes on, so it must not move what is pressed next.
    expect(await readPosition()).toBe(position)
    await fix.click()
    expect(checked).toEqual(['anna@gmial.com'])
    await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue('anna@gmail.com')
  })

  test('sees an error for a wrong password, keeps the typed values, and sets a new password by a mailed code', {
    tag: '@core',
  }, async ({ page }) => {
    const email = await registerCustomer(page.context().request)
    await open(page, '/login?next=/services')
    const dialog = page.getByRole('dialog')
    const locateButton = (name: string) => dialog.getByRole('button', { name, exact: true })
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Пароль', { exact: true }).fill('not the password')
    await page.route('**/api/auth/login', (route) => route.abort(), { times: 1 })
    await locateButton('Войти').click()
    await expect(dialog.getByRole('alert')).toContainText(/Нет связи с\sсервером/)
    await locateButton('Войти').click()
    await expect(dialog.getByRole('alert')).toContainText('Неверный')
    await expect(dialog.getByLabel('Пароль', { exact: true })).toHaveValue('not the password')

    await locateButton('Забыли пароль?').click()
    await expect(dialog.getByLabel('Email')).toHaveValue(email)
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await locateButton('Отправить код').click()
    await expect(dialog.getByLabel('Код подтверждения')).toBeFocused()
    await dialog.getByLabel('Код подтверждения').fill('000000')
    await dialog.getByLabel('Новый пароль').fill(`${password} again`)
    await locateButton('Сменить пароль').click()
    await expect(dialog.getByRole('alert')).toContainText('Неверный код подтверждения')
    await expect(dialog.getByLabel('Новый пароль')).toHaveValue(`${password} again`)
    await dialog.getByLabel('Код подтверждения').fill(await waitForCode(email, { after: 1 }))
    await locateButton('Сменить пароль').click()
    await expect(dialog.getByRole('status')).toContainText(/Пароль\sизменён/)
    await expect(dialog.getByLabel('Email')).toHaveValue(email)
    await expect(dialog.getByLabel('Пароль', { exact: true })).toBeFocused()
    await page.keyboard.type(`${password} again`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/services$/)
  })

  test('passes the bot check in the page, again for each call', async ({ page }) => {
    // The stack runs without the bot check, so the answers of the service are replaced here. The test shows that the
    // page policy lets the browser derive the key. tests/contract/test_puzzle.py solves puzzles of the real library.
    const nonce = randomBytes(16)
    const salt = randomBytes(16)
    const deriveExpectedKey = (counter: number) => {
      const tail = Buffer.alloc(4)
      tail.writeUInt32BE(counter)
      return pbkdf2Sync(Buffer.concat([nonce, tail]), salt, 1000, 32, 'sha256').toString('hex')
    }
    const parameters = {
      algorithm: 'PBKDF2/SHA-256',
      nonce: nonce.toString('hex'),
      salt: salt.toString('hex'),
      cost: 1000,
      keyLength: 32,
      keyPrefix: deriveExpectedKey(21).slice(0, 16),
    }
    const config = { success: true, enabled: true, siteKey: null, provider: 'altcha' }
    await page.route('**/api/auth/turnstile-config', (route) =>
      route.fulfill({ json: { ...config, challengeUrl: '/api/auth/altcha-challenge' } }),
    )
    await page.route('**/api/auth/altcha-challenge', (route) =>
      route.fulfill({ json: { parameters } }),
    )
    const tokens: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/login') && request.method() === 'POST')
        tokens.push(request.postDataJSON().turnstileToken)
    })
    await open(page, '/login')
    await signIn(page, createEmail())
    const dialog = page.getByRole('dialog', { name: 'Вход' })
    await expect(dialog.getByRole('alert')).toHaveText('Пожалуйста, пройдите проверку безопасности')
    expect(tokens).toEqual([])
    const checkbox = dialog.getByLabel(/Я\sне\sробот/)
    await checkbox.check()
    await expect(dialog.getByText(/Проверка\sпройдена/)).toBeVisible()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Войти', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('Неверный')
    const { solution } = JSON.parse(Buffer.from(tokens[0] ?? '', 'base64').toString())
    expect(solution).toEqual({ counter: 21, derivedKey: deriveExpectedKey(21) })
    await expect(checkbox).not.toBeChecked()
  })

  test('passes the bot check of another company, again for each call, with a message when it fails or expires', async ({
    page,
  }) => {
    skipWithoutStandIns()
    await enableTurnstile(page)
    const tokens: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/login'))
        tokens.push(request.postDataJSON().turnstileToken)
    })
    await open(page, '/login')
    const dialog = page.getByRole('dialog', { name: 'Вход' })
    const alerts = dialog.getByRole('alert')
    const social = dialog.getByRole('button', { name: 'Войти через VK' })
    const widget = dialog.frameLocator(`iframe[src^="${turnstileOrigin}"]`)
    const press = (name: string) => widget.getByRole('button', { name }).click()
    await expect(social).toBeDisabled()
    await expect(dialog.getByText('Сначала пройдите проверку безопасности')).toBeVisible()
    await signIn(page, createEmail())
    await expect(alerts).toHaveText('Пожалуйста, пройдите проверку безопасности')
    expect(tokens).toEqual([])

    await press('error')
    const failed = alerts.filter({ hasText: 'Ошибка проверки безопасности. Попробуйте еще раз.' })
    await failed.getByRole('button', { name: 'Повторить' }).click()
    await expect(failed).toHaveCount(0)
    await press('callback')
    await expect(social).toBeEnabled()
    await expect(alerts).toHaveCount(0)
    await press('expired')
    const expired = alerts.filter({ hasText: 'Время проверки истекло. Попробуйте еще раз.' })
    await expect(expired).toBeVisible()
    await expect(social).toBeDisabled()

    await press('callback')
    const send = dialog.getByRole('button', { name: 'Войти', exact: true })
    await send.click()
    await expect(alerts).toContainText('Неверный')
    await expect(social).toBeDisabled()
    await send.click()
    await expect(alerts).toHaveText('Пожалуйста, пройдите проверку безопасности')
    await press('callback')
    await send.click()
    await expect.poll(() => tokens).toEqual(['token of widget 2', 'token of widget 3'])
  })

  test('is redirected home from a page for users, and to /login from the campaigns', async ({
    page,
  }) => {
    await open(page, '/dashboard')
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/admin/notifications')
    await expect(page).toHaveURL(/\/login/)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the dialog opens from the menu and fits', async ({ page }) => {
    await open(page, '/')
    await page.getByRole('button', { name: 'Меню', exact: true }).click()
    await page.getByRole('button', { name: 'Авторизоваться' }).click()
    const dialog = page.getByRole('dialog', { name: 'Вход' })
    await expect(dialog.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
    expect(await findBeyondTheEdge(page)).toEqual([])
    // The menu item that opened it is gone, so the menu's button gets the focus.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Меню', exact: true })).toBeFocused()
  })
})
