// The bell and its popover, for the journeys of notifications and of the stream.

import type { BrowserContext, Page } from '@playwright/test'
import { callApi } from './administrators.ts'
import { expect, open } from './site.ts'

export const streamPath = '/api/sse/notifications'
export const locateBell = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^Уведомления/ })
export const locatePopover = (page: Page) =>
  page.getByRole('dialog', { name: 'Уведомления', exact: true })
export const locateToasts = (page: Page) =>
  page.getByRole('region', { name: 'Всплывающие уведомления' })

/** The unread count in the bell's name. An administrator may meanwhile get other notifications. */
export async function readUnreadCount(page: Page): Promise<number> {
  const name = (await locateBell(page).getAttribute('aria-label')) ?? ''
  return Number(name.match(/\d+/)?.[0] ?? 0)
}

/** Whether the newest notification with this title is unread. Opens the bell's popover to see it. */
export async function isUnread(page: Page, title: string): Promise<boolean> {
  if (!(await locatePopover(page).isVisible())) await locateBell(page).click()
  const heading = locatePopover(page).getByRole('heading', { level: 3, name: title }).first()
  await expect(heading).toBeVisible()
  return ((await heading.textContent()) ?? '').startsWith('Не прочитано.')
}

/** Sends a message to its sender alone, as the test message of a campaign does. */
export const sendToSelf = (page: Page, title: string, type = 'system') =>
  callApi(page, 'POST', '/api/notifications/admin/test', { type, title, message: 'Проверка связи' })

const deleteAllNotifications = (page: Page) => callApi(page, 'DELETE', '/notifications/clear-all')

/** Waits until the bell's popover says that the stream is connected. */
export async function waitForStream(page: Page) {
  await locateBell(page).click()
  await expect(locatePopover(page).getByText('Подключено')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(locatePopover(page)).toHaveCount(0)
}

/** Opens a page of the administrator with an empty inbox and a connected stream. */
export async function openEmptyInbox(admin: BrowserContext, path = '/'): Promise<Page> {
  const page = await admin.newPage()
  await open(page, path)
  await expect(locateBell(page)).toBeVisible()
  await deleteAllNotifications(page)
  await waitForStream(page)
  return page
}
