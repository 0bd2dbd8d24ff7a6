// The bell and its popover, for the journeys of notifications and of the stream.

import type { BrowserContext, Page } from '@playwright/test'
import { callApi } from './administrators.ts'
import { expect, open } from './site.ts'

export const streamPath = '/api/sse/notifications'
export const locateBell = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^Уведомления/ })
export const popoverOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Уведомления', exact: true })
export const toastsOf = (page: Page) =>
  page.getByRole('region', { name: 'Всплывающие уведомления' })

/** The unread count in the bell's name. An administrator may meanwhile get other notifications. */
export async function unread(page: Page): Promise<number> {
  const name = (await locateBell(page).getAttribute('aria-label')) ?? ''
  return Number(name.match(/\d+/)?.[0] ?? 0)
}

/** Whether the newest notification with this title is unread, as shown in the bell's popover. */
export async function isUnread(page: Page, title: string): Promise<boolean> {
  if (!(await popoverOf(page).isVisible())) await locateBell(page).click()
  const heading = popoverOf(page).getByRole('heading', { level: 3, name: title }).first()
  await expect(heading).toBeVisible()
  return ((await heading.textContent()) ?? '').startsWith('Не прочитано.')
}

/** A message to the sender only, exactly as a campaign would send it. */
export const sendToSelf = (page: Page, title: string, type = 'system') =>
  callApi(page, 'POST', '/api/notifications/admin/test', { type, title, message: 'Проверка связи' })

export const clearAll = (page: Page) => callApi(page, 'DELETE', '/notifications/clear-all')

export async function waitForStream(page: Page) {
  await locateBell(page).click()
  await expect(popoverOf(page).getByText('Подключено')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(popoverOf(page)).toHaveCount(0)
}

/** A page of the administrator with an empty inbox and an open stream. */
export async function openEmptyInbox(admin: BrowserContext, path = '/'): Promise<Page> {
  const page = await admin.newPage()
  await open(page, path)
  await expect(locateBell(page)).toBeVisible()
  await clearAll(page)
  await waitForStream(page)
  return page
}
