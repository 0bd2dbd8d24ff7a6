import { expect, open, phone, test } from './site.ts'

test.describe('the start screen', () => {
  test('covers the first visit for at least 1.5 s and then leaves the document', async ({
    page,
  }) => {
    await page.goto('/', { waitUntil: 'commit' })
    const splash = page.getByRole('progressbar', { name: 'Загрузка' })
    await expect(splash).toBeVisible()
    await expect(splash).toContainText('Cars from Europe')
    await expect(splash).toHaveCount(0)
    expect(await page.evaluate(() => performance.now())).toBeGreaterThan(1500)
  })

  test('does not come again in the same session', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('progressbar', { name: 'Загрузка' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('progressbar', { name: 'Загрузка' })).toBeHidden()
  })

  test('never covers a page without scripts', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByRole('progressbar', { name: 'Загрузка' })).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await context.close()
  })
})

test.describe('the theme', () => {
  test('follows the system, is switched by its button and is kept', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(page, '/')
    const root = page.locator('html')
    await expect(root).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('button', { name: 'Включить светлую тему' }).click()
    await expect(root).toHaveAttribute('data-theme', 'light')
    await page.reload()
    await expect(root).toHaveAttribute('data-theme', 'light')
    await expect(page.getByRole('button', { name: 'Включить тёмную тему' })).toBeVisible()
  })
})

test.describe('the frame on a desktop', () => {
  test('has its landmarks, and the keyboard reaches the content first', async ({ page }) => {
    await open(page, '/')
    await expect(page.getByRole('navigation', { name: 'Основная навигация' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Быстрая навигация' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Мобильная навигация' })).toBeHidden()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Lexus' })).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Перейти к содержанию' })
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('scrolls to the quick request with an offset of 80 px and moves the focus there', async ({
    page,
  }) => {
    await open(page, '/')
    await page.getByRole('link', { name: 'Получить смету' }).click()
    const target = page.locator('#quick-request')
    await expect(target).toBeFocused()
    const top = await target.evaluate((element) => element.getBoundingClientRect().top)
    expect(Math.abs(top - 80)).toBeLessThanOrEqual(2)
  })

  test("offers the way back up after 300 px, the community and the support's link", async ({
    page,
  }) => {
    await open(page, '/')
    const up = page.getByRole('button', { name: 'Наверх' })
    await expect(up).toHaveCount(0)
    await page.evaluate(() => scrollTo({ top: 301, behavior: 'instant' }))
    await up.click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByRole('button', { name: 'Сообщество' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Написать в поддержку' })).toBeVisible()
  })

  test('says when the network is gone', async ({ page, context }) => {
    await open(page, '/')
    await context.setOffline(true)
    await expect(page.getByText('Нет подключения к сети')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('Нет подключения к сети')).toBeHidden()
  })
})

test.describe('the frame on a phone', () => {
  test.use(phone)

  test('has the simple header, and a menu that gives the focus back', async ({ page }) => {
    await open(page, '/')
    await expect(page.getByRole('navigation', { name: 'Основная навигация' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Быстрая навигация' })).toBeHidden()
    const row = page.getByRole('navigation', { name: 'Мобильная навигация' })
    await expect(row.getByRole('link')).toHaveText([
      'Главная',
      'О компании',
      'Услуги',
      'Блог',
      'Контакты',
    ])
    await page.getByRole('button', { name: 'Меню', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Меню' })
    await expect(menu.getByRole('button', { name: 'Авторизоваться' })).toBeVisible()
    await menu.getByRole('button', { name: 'Закрыть меню' }).click()
    await expect(page.getByRole('button', { name: 'Меню', exact: true })).toBeFocused()
  })

  test('keeps the mobile layout when the phone is turned', async ({ page }) => {
    await page.setViewportSize({ width: 932, height: 430 })
    await open(page, '/')
    await expect(page.locator('html')).toHaveAttribute('data-layout', 'mobile')
    await expect(page.getByRole('navigation', { name: 'Мобильная навигация' })).toBeVisible()
  })
})

test.describe('an unknown address', () => {
  test('answers 404 with the page that leads on', async ({ page }) => {
    const answer = await page.goto('/nowhere')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Страница не найдена')
    for (const name of ['На главную', 'Услуги и калькулятор', 'Контакты'])
      await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible()
  })
})
