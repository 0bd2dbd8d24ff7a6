import type { BrowserContext } from '@playwright/test'
import { signInAdministrator } from './administrators.ts'
import {
  isUnread,
  locatePopover,
  locateToasts,
  openEmptyInbox,
  readUnreadCount,
  sendToSelf,
  streamPath,
  waitForStream,
} from './bell.ts'
import { expect, open, test } from './site.ts'

let admin: BrowserContext

test.beforeEach(async ({ browser }) => {
  admin = await signInAdministrator(browser)
})
test.afterEach(async () => {
  await admin.close()
})

test.describe('two tabs of one browser', () => {
  test('share one stream and its state, and the second takes over when the first is closed', async () => {
    let streams = 0
    admin.on('request', (request) => {
      if (request.url().includes(streamPath)) streams += 1
    })
    const first = await openEmptyInbox(admin)
    const second = await admin.newPage()
    await open(second, '/')
    await waitForStream(second)
    expect(streams).toBe(1)

    // An urgent toast stays until its notification is read, so it does not leave while the other tab is looked at.
    await sendToSelf(second, 'Одно на двоих', 'security')
    for (const tab of [first, second]) {
      await expect(locateToasts(tab).getByText('Одно на двоих')).toBeVisible()
      expect(await isUnread(tab, 'Одно на двоих')).toBe(true)
    }
    await expect
      .poll(async () => (await readUnreadCount(first)) - (await readUnreadCount(second)))
      .toBe(0)

    await locatePopover(first)
      .getByRole('button', { name: /Одно на двоих/ })
      .click()
    for (const tab of [first, second]) {
      await expect.poll(() => isUnread(tab, 'Одно на двоих')).toBe(false)
      await expect(locateToasts(tab).getByText('Одно на двоих')).toHaveCount(0)
    }
    await expect
      .poll(async () => (await readUnreadCount(first)) - (await readUnreadCount(second)))
      .toBe(0)

    await first.close()
    await expect.poll(() => streams).toBe(2)
    await sendToSelf(second, 'Первой вкладки больше нет')
    await expect.poll(() => isUnread(second, 'Первой вкладки больше нет')).toBe(true)
  })
})

test.describe('an unreachable stream', () => {
  test('is tried after 1, 2, 4, 8 and 16 s, then says so and waits for a press', async () => {
    const page = await admin.newPage()
    await page.clock.install()
    const tried: number[] = []
    // Another request reports presence for the team list: at once, and every two minutes.
    const present: number[] = []
    page.on('response', (answer) => {
      if (answer.url().endsWith('/api/team/activity')) present.push(answer.status())
    })
    let isDown = true
    await page.route(`**${streamPath}**`, async (route) => {
      if (!isDown) return route.continue()
      tried.push(await page.evaluate(() => Date.now()))
      return route.fulfill({ status: 503, json: { code: 'unavailable' } })
    })
    await open(page, '/')
    await expect.poll(() => tried.length).toBe(1)
    await expect.poll(() => present).toEqual([204])
    for (const [i, wait] of [1, 2, 4, 8, 16].entries()) {
      await page.clock.runFor(wait * 1000)
      await expect.poll(() => tried.length).toBe(i + 2)
    }
    const text = page.getByText(
      'Failed to connect to notification service. Please refresh the page.',
    )
    await expect(text).toBeVisible()
    await page.clock.runFor(60_000)
    expect(present).toEqual([204])
    await page.clock.runFor(30_000)
    await expect.poll(() => present).toEqual([204, 204])
    await page.clock.runFor(30_000)
    expect(tried).toHaveLength(6)
    isDown = false
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(text).toHaveCount(0)
    await waitForStream(page)
  })

  test('because of a 401 is not tried again and says why', async () => {
    const page = await admin.newPage()
    await page.clock.install()
    let requests = 0
    await page.route(`**${streamPath}**`, (route) => {
      requests += 1
      return route.fulfill({ status: 401, json: { code: 'nobody_knows' } })
    })
    await open(page, '/')
    await expect(page.getByText('Authentication required. Please log in again.')).toBeVisible()
    const before = requests
    await page.clock.runFor(60_000)
    expect(requests).toBe(before)
  })

  test('loses nothing: what came meanwhile is there when it is back', async ({ browser }) => {
    const other = await signInAdministrator(browser)
    const page = await openEmptyInbox(admin)
    await admin.setOffline(true)
    const adminPage = await other.newPage()
    await open(adminPage, '/')
    await sendToSelf(adminPage, 'Пока не было сети')
    await admin.setOffline(false)
    await expect(locateToasts(page).getByText('Пока не было сети')).toBeVisible()
    await other.close()
  })
})
