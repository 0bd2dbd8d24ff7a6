import type { BrowserContext } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { signInAdministrator } from './administrators.ts'
import {
  locateBell,
  locatePopover,
  locateToasts,
  openEmptyInbox,
  readUnreadCount,
  sendToSelf,
  waitForStream,
} from './bell.ts'
import { expect, open, pauseClock, phone, setTheme, test } from './site.ts'

let admin: BrowserContext

test.beforeEach(async ({ browser }) => {
  admin = await signInAdministrator(browser)
})
test.afterEach(async () => {
  await admin.close()
})

test.describe('a message from a visitor', () => {
  test("arrives live in the administrator's bell, in two browsers", { tag: '@core' }, async ({
    page,
    browser,
  }) => {
    const adminPage = await openEmptyInbox(admin)
    // The gateway spreads streams over the replicas of the service, so the second browser is most
    // likely connected to another replica.
    const second = await signInAdministrator(browser)
    const elsewhere = await second.newPage()
    await open(elsewhere, '/')
    await waitForStream(elsewhere)

    await open(page, '/contacts')
    const form = page.getByRole('form', { name: 'Форма обратной связи' })
    await form.getByLabel('Имя').fill('Пётр Кузнецов')
    await form.getByLabel('Телефон').fill('9161234567')
    await form.getByLabel('Email').fill('petr@example.com')
    // A different text each time, typed at human speed: an identical message is stored only once,
    // and a form that is filled in instantly counts as sent by a bot.
    await form
      .getByLabel('Сообщение')
      .pressSequentially(`Сколько стоит доставка? ${Date.now()}`, { delay: 40 })
    await form.getByLabel('Согласие на обработку персональных данных').check()
    await form.getByRole('button', { name: 'Отправить сообщение' }).click()
    await expect(page.getByText('Сообщение отправлено!')).toBeVisible()

    for (const tab of [adminPage, elsewhere]) {
      await expect.poll(() => readUnreadCount(tab)).toBeGreaterThan(0)
      await locateBell(tab).click()
      await expect(
        locatePopover(tab)
          .getByRole('heading', { name: /Обращение № / })
          .first(),
      ).toBeVisible()
      await expect(
        locatePopover(tab)
          .getByText(/Пётр Кузнецов/)
          .first(),
      ).toBeVisible()
    }
    await second.close()
  })
})

test.describe('toasts', () => {
  test('stay as long as their type requires, and pause under the pointer and while the window has no focus', async () => {
    const page = await openEmptyInbox(admin)
    await page.clock.install()
    const toasts = locateToasts(page)
    // An urgent toast stays. Toasts listen to the focus of the window from the first one on.
    await sendToSelf(page, 'Срочное', 'security')
    await expect(toasts.getByText('Срочное')).toBeVisible()
    await page.evaluate(() => dispatchEvent(new Event('blur')))
    await sendToSelf(page, 'Обычное', 'booking')
    await sendToSelf(page, 'Важное', 'payment')
    await expect(toasts.getByText('Обычное')).toBeVisible()
    await expect(toasts.getByText('Важное')).toBeVisible()
    await expect(toasts.getByRole('alert')).toHaveCount(1)
    await expect(toasts.getByRole('alert')).toContainText('Безопасность')
    const bar = toasts.locator('.ui-toast-time').first()
    const readBarState = () =>
      bar.evaluate((element) => getComputedStyle(element, '::after').animationPlayState)
    await expect.poll(readBarState).toBe('paused')
    // A minute passes at once. From here on only the test moves the time.
    await pauseClock(page)
    await expect(toasts.getByText('Обычное')).toBeVisible()
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect.poll(readBarState).toBe('running')
    await toasts.getByText('Обычное').hover()
    await page.clock.runFor(20_000)
    await expect(toasts.getByText('Обычное')).toBeVisible()
    await expect(toasts.getByText('Важное')).toBeVisible()
    await page.getByRole('banner').hover()
    await page.clock.runFor(5500)
    await expect(toasts.getByText('Обычное')).toHaveCount(0)
    await expect(toasts.getByText('Важное')).toBeVisible()
    await page.clock.runFor(3000)
    await expect(toasts.getByText('Важное')).toHaveCount(0)
    await expect(toasts.getByText('Срочное')).toBeVisible()
    // Another journey may meanwhile have notified the administrator.
    const urgent = toasts.getByRole('alert').filter({ hasText: 'Срочное' })
    await urgent.getByRole('button', { name: 'Ignore' }).click()
    await page.clock.runFor(400)
    await expect(urgent).toHaveCount(0)
  })

  test('are at most five, and the others are counted', async () => {
    const page = await openEmptyInbox(admin)
    for (let i = 1; i <= 7; i += 1) await sendToSelf(page, `Весть ${i}`, 'security')
    const toasts = locateToasts(page)
    await expect(toasts.getByText(/^\+[2-9] more notifications$/)).toBeVisible()
    await expect(toasts.getByRole('alert').or(toasts.getByRole('status'))).toHaveCount(5)
    await expect(toasts.getByText('Весть 7')).toBeVisible()
    await expect(toasts.getByText('Весть 2')).toHaveCount(0)
    await expect.poll(() => readUnreadCount(page)).toBeGreaterThanOrEqual(7)
  })
})

test.describe('the centre', () => {
  test('finds, reads and deletes, and keeps its filters in the address', {
    tag: '@core',
  }, async () => {
    const page = await openEmptyInbox(admin)
    // One after another: a busy server refuses a part of twelve messages that arrive at one time.
    for (let i = 1; i <= 12; i += 1)
      await sendToSelf(page, `Запись ${i}`, i % 2 === 0 ? 'payment' : 'system')
    await open(page, '/notifications')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Центр уведомлений')
    const rows = page.getByRole('list', { name: 'Список уведомлений' }).getByRole('listitem')
    await expect(rows).toHaveCount(10)
    await page.getByRole('button', { name: 'Далее' }).click()
    await expect(page).toHaveURL(/page=2/)
    // The second page has the other two records, and perhaps messages of other journeys.
    await expect
      .poll(async () => {
        const count = await rows.count()
        return count >= 2 && count < 10
      })
      .toBe(true)

    await page.getByLabel('Тип').selectOption('Платёж')
    await expect(rows).toHaveCount(6)
    await page.getByLabel('Статус').selectOption('Непрочитанные')
    await rows.first().getByRole('button', { name: 'Отметить прочитанным' }).click()
    await expect(rows).toHaveCount(5)
    await expect(rows.first().getByRole('heading')).toBeFocused()
    await page.reload()
    await expect(rows).toHaveCount(5)
    await page.getByLabel('Статус').selectOption('Все')
    await page.getByRole('searchbox', { name: 'Поиск уведомлений' }).fill('Запись 12')
    await expect(rows).toHaveCount(1)
    await rows.first().getByRole('button', { name: 'Удалить уведомление' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete this notification?' })
    await question.getByRole('button', { name: 'Удалить' }).click()
    await expect(page.getByText('Ничего не нашлось')).toBeVisible()
    await page.getByRole('button', { name: 'Снять фильтры' }).click()
    await expect(rows).toHaveCount(10)

    await page.getByLabel('Выбрать все на странице').check()
    await page.getByRole('button', { name: 'Отметить выбранные прочитанными' }).click()
    await expect(rows.getByText('Не прочитано.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Удалить все', exact: true }).click()
    const all = page.getByRole('alertdialog', {
      name: 'Are you sure you want to delete all notifications?',
    })
    await expect(all).toContainText('This action cannot be undone')
    await all.getByRole('button', { name: 'Удалить' }).click()
    // A message of another journey may meanwhile reach the administrators.
    await expect(rows.filter({ hasText: 'Запись' })).toHaveCount(0)
    await expect(page.getByText('Пока тихо').or(rows.first())).toBeVisible()
  })

  test('is closed to a visitor, who is sent to the home page', async ({ page }) => {
    await open(page, '/notifications')
    await expect(page).toHaveURL(/\/$/)
  })

  test('is reached from the bell, whose popover returns the focus', async () => {
    const page = await openEmptyInbox(admin)
    await sendToSelf(page, 'Одна весть')
    await locateBell(page).click()
    await locatePopover(page)
      .getByRole('link', { name: /^Показать все уведомления \(\d+\)$/ })
      .click()
    const list = page.getByRole('dialog', { name: 'Все уведомления' })
    await expect(list.getByText('Одна весть')).toBeVisible()
    await list.getByRole('link', { name: 'Открыть центр уведомлений' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Центр уведомлений')
    await locateBell(page).click()
    await page.keyboard.press('Escape')
    await expect(locateBell(page)).toBeFocused()
  })
})

test.describe('a campaign', () => {
  test('has a preview, reaches its audience, and counts who has read it', async () => {
    const page = await openEmptyInbox(admin, '/admin/notifications')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Управление уведомлениями')
    await page.getByLabel('Получатели').selectOption('Администраторы')
    await page.getByLabel('Тип', { exact: true }).selectOption('Безопасность')
    const title = `Проверка рассылки ${Date.now()}`
    await page.getByLabel('Заголовок').fill(title)
    await page.getByLabel('Сообщение').fill('Это письмо самим себе.')
    await expect(page.getByRole('region', { name: 'Как увидит получатель' })).toContainText(title)
    await expect(page.getByText(/^\d+\s+человек/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Отправить', exact: true }).click()
    await expect(locateToasts(page).getByText(title)).toBeVisible()
    // An urgent toast stays until it is closed, so in the panel it lies in the bar, over no menu and no form.
    for (const width of [390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await page.getByRole('button', { name: 'Отправить', exact: true }).scrollIntoViewIfNeeded()
      const toastBox = await locateToasts(page).getByText(title).boundingBox()
      const barBox = await page.getByRole('banner').boundingBox()
      expect(barBox?.y).toBe(0)
      expect(toastBox).not.toBeNull()
      expect((toastBox?.y ?? 0) + (toastBox?.height ?? 800)).toBeLessThanOrEqual(
        barBox?.height ?? 0,
      )
    }
    const row = page.getByRole('table', { name: 'Рассылки' }).getByRole('row', { name: title })
    await expect(row).toContainText('отправлена')
    await locateBell(page).click()
    await locatePopover(page).getByRole('button', { name: title }).click()
    await page.keyboard.press('Escape')
    const readCount = row.getByRole('cell').nth(5)
    await expect.poll(async () => Number(await readCount.textContent())).toBeGreaterThan(0)
  })

  test('sends a visitor to the sign-in', async ({ page }) => {
    await open(page, '/admin/notifications')
    await expect(page).toHaveURL(/\/login\?next=%2Fadmin%2Fnotifications/)
  })
})

test.describe('the tools page', () => {
  test('shows the state of the services, tests the stream, and shows no secret', async () => {
    const page = await openEmptyInbox(admin)
    // This journey signed in without the form, so the page has stored no token yet.
    await page.evaluate(() => localStorage.setItem('accessToken', 'v4.public.secret'))
    await open(page, '/debug')
    await waitForStream(page)
    await expect(page.getByText('accessToken', { exact: true })).toBeVisible()
    await expect(page.getByText('совпадают')).toBeVisible()
    await page.getByRole('button', { name: 'Пробное событие' }).click()
    await expect(page.getByText(/^Пришло через \d+ мс$/)).toBeVisible()
    await expect(page.locator('body')).not.toContainText('v4.public')
  })
})

test.describe('on a phone', () => {
  test('the bell is in the header and its popover fits', async ({ browser }) => {
    const context = await browser.newContext(phone)
    await context.addCookies(await admin.cookies())
    const page = await context.newPage()
    await open(page, '/')
    await locateBell(page).click()
    const box = await locatePopover(page).boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
    await sendToSelf(page, 'Весть на весь экран')
    await open(page, '/notifications')
    const row = page.getByRole('listitem').filter({ hasText: 'Весть на весь экран' }).first()
    const text = await row.getByText('Проверка связи').boundingBox()
    expect(text?.width).toBeGreaterThan(200)
    await context.close()
  })
})

test('axe finds nothing in the centre, a toast and the popover, in both themes', async () => {
  const page = await openEmptyInbox(admin)
  for (const type of ['security', 'payment', 'booking', 'promotion'])
    await sendToSelf(page, `Запись ${type}`, type)
  await open(page, '/notifications')
  await expect(page.getByRole('list', { name: 'Список уведомлений' })).toBeVisible()
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await sendToSelf(page, `Ещё одна, ${width}`, 'security')
    await expect(locateToasts(page).getByText(`Ещё одна, ${width}`)).toBeVisible()
    await locateBell(page).click()
    await expect(locatePopover(page)).toBeVisible()
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme)
      expect.soft(await findViolations(page), `${width} px, ${theme}`).toEqual([])
    }
    await page.keyboard.press('Escape')
    await expect(locatePopover(page)).toHaveCount(0)
  }
})
