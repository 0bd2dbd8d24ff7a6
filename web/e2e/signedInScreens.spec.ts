// Every signed-in screen: nothing for axe to find in either theme, and no sideways scrolling and no text on another
// one at the widths people work at.

import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { callApi, signInAdministrator } from './administrators.ts'
import { signInBuyer } from './buyers.ts'
import { expectNoOverlaps } from './overlaps.ts'
import { beyondTheEdge, expect, navigate, open, setTheme, test } from './site.ts'

const sections = [
  '/admin',
  '/admin/articles',
  '/admin/articles?item=new',
  '/admin/comments',
  '/admin/contacts',
  '/admin/orders',
  '/admin/cars?item=new',
  '/admin/users',
  '/admin/status',
  '/admin/settings?view=widgets',
  '/admin/settings?view=calculator',
  '/admin/audit',
  '/admin/notifications',
]

async function checkScreen(page: Page, path: string, widths: readonly number[]) {
  await navigate(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main [aria-busy=true], main .ui-skeleton')).toHaveCount(0)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await beyondTheEdge(page), `${path} at ${width} px`).toEqual([])
    await expectNoOverlaps(page, `${path} at ${width} px`)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    // Only colours differ between the themes.
    const rules = theme === 'dark' ? ['color-contrast'] : []
    expect.soft(await findViolations(page, { rules }), `${path}, ${theme}`).toEqual([])
  }
}

test('the panel fits from a tablet to a desktop', async ({ browser }) => {
  const admin = await signInAdministrator(browser)
  const page = await admin.newPage()
  for (const path of sections) await checkScreen(page, path, [768, 1280])
  const { items } = await callApi(page, 'GET', '/api/content/admin/orders?limit=1&status=active')
  await checkScreen(page, `/admin/orders?item=${items[0].id}`, [768, 1280])
  await admin.close()
})

test('the personal area fits from a phone to a desktop', async ({ browser }) => {
  const [admin, buyer] = [await signInAdministrator(browser), await signInBuyer(browser)]
  const adminPage = await admin.newPage()
  await open(adminPage, '/')
  const { item } = await callApi(adminPage, 'POST', '/api/content/admin/orders', {
    user_id: buyer.id,
    title: 'Volvo V60 B4, 2022',
    price_rub: 4_698_309,
  })
  await callApi(adminPage, 'POST', '/api/content/admin/bookings', {
    user_id: buyer.id,
    kind: 'handover',
    // A different time for each run: a slot has one booking.
    starts_at: new Date(Date.now() + (30 + 300 * Math.random()) * 24 * 3600_000).toISOString(),
    duration_minutes: 120,
  })
  await admin.close()
  const page = await buyer.context.newPage()
  for (const path of [
    '/dashboard',
    `/dashboard/orders/${item.id}`,
    `/dashboard/orders/${item.id}?view=payments`,
    '/dashboard/bookings',
    '/dashboard/payments',
    '/dashboard/security',
    '/notifications',
    '/debug',
  ])
    await checkScreen(page, path, [320, 768, 1280])
  await buyer.context.close()
})
