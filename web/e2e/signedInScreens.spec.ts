// Every signed-in screen: axe finds nothing in either theme, and at six widths there is no
// horizontal scrolling and no overlapping text.

import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { callApi, createOrder, signInAdministrator } from './administrators.ts'
import { signInBuyer } from './buyers.ts'
import { expectToFit } from './overlaps.ts'
import { listAddresses } from './routeAddresses.ts'
import { expect, navigate, open, setTheme, test } from './site.ts'

async function checkScreen(page: Page, path: string) {
  await navigate(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main [aria-busy=true], main .ui-sk')).toHaveCount(0)
  await checkPart(page, path)
}

/** Checks the shown page. `name` identifies it in failures. */
async function checkPart(page: Page, name: string) {
  await expectToFit(page, name)
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    // The themes differ only in colours.
    const rules = theme === 'dark' ? ['color-contrast'] : []
    expect.soft(await findViolations(page, { rules }), `${name}, ${theme}`).toEqual([])
  }
}

test('the panel fits from a phone to a desktop', { tag: '@screens' }, async ({ browser }) => {
  const admin = await signInAdministrator(browser)
  const page = await admin.newPage()
  const { items } = await callApi(page, 'GET', '/api/content/admin/orders?limit=1&status=active')
  for (const address of listAddresses('administrator', { order: items[0].id }))
    await checkScreen(page, address)
  await admin.close()
})

test('the list of keys and the saved filters of the panel fit', { tag: '@screens' }, async ({
  browser,
}) => {
  const admin = await signInAdministrator(browser)
  const page = await admin.newPage()
  const parts = [
    { button: 'Клавиши', dialog: 'Клавиши панели' },
    { button: 'Мои фильтры', dialog: 'Мои фильтры' },
  ]
  for (const { button, dialog } of parts) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await open(page, '/admin/orders?status=active')
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await checkPart(page, dialog)
  }
  await admin.close()
})

test('the personal area fits from a phone to a desktop', { tag: '@screens' }, async ({
  browser,
}) => {
  const admin = await signInAdministrator(browser)
  const buyer = await signInBuyer(browser)
  const item = await createOrder(admin, {
    user_id: buyer.id,
    title: 'Volvo V60 B4, 2022',
    price_rub: 4_698_309,
  })
  await callApi(admin, 'POST', '/api/content/admin/payments', {
    order_id: item.id,
    kind: 'deposit',
    status: 'paid',
    title: 'Задаток',
    amount_rub: 150_000,
    receipt: 'Чек 481',
  })
  await callApi(admin, 'POST', '/api/content/admin/bookings', {
    user_id: buyer.id,
    kind: 'handover',
    // Each run takes a random time, because a slot has only one booking.
    starts_at: new Date(Date.now() + (30 + 300 * Math.random()) * 24 * 3600_000).toISOString(),
    duration_minutes: 120,
  })
  await admin.close()
  const page = await buyer.context.newPage()
  const { token } = await callApi(page, 'POST', `/api/me/orders/${item.id}/share`, {})
  for (const address of listAddresses('buyer', { order: item.id, share: token }))
    await checkScreen(page, address)
  // The open tab of a row that is wider than a phone is scrolled into view at the start.
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `/dashboard/orders/${item.id}?view=history`)
  // The browser scrolls by whole pixels, so a fraction of a pixel may stay outside.
  await expect(page.locator('.ui-tabs [aria-current]')).toBeInViewport({ ratio: 0.98 })
  // A payment with a receipt number links to its document on a phone too.
  await open(page, `/dashboard/orders/${item.id}?view=payments`)
  await expect(page.getByRole('link', { name: 'Подтверждение: Задаток' })).toBeVisible()
  expect.soft(await findViolations(page), 'payments of an order on a phone').toEqual([])
  await page.setViewportSize({ width: 900, height: 900 })
  await navigate(page, '/notifications')
  const text = await page.getByRole('main').locator('.nt-row p').first().boundingBox()
  expect(text?.width).toBeGreaterThan(240)
  await buyer.context.close()
})
