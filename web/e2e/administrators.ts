// The administrator of the journeys, and API calls of a signed-in browser.

import type { APIRequestContext, Browser, BrowserContext } from '@playwright/test'
import type { components } from '../src/api/wire/content.ts'
import { expect } from './site.ts'

const administrator = {
  email: process.env.ADMIN_EMAIL ?? 'admin@example.com',
  password: process.env.ADMIN_PASSWORD ?? '',
}

/** A new browser context in which the administrator is signed in. */
export async function signInAdministrator(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext()
  const answer = await context.request.post('/api/auth/login', { data: administrator })
  expect(answer.ok(), await answer.text()).toBe(true)
  return context
}

/**
 * Sends an API request with the session of a browser context or page, and returns the parsed
 * response. No page needs to be open.
 */
export async function callApi(
  { request }: { request: APIRequestContext },
  method: string,
  path: string,
  data?: object,
) {
  // A browser would add these headers itself.
  const headers = { Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' }
  const answer = await request.fetch(path, { method, data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/**
 * Adds an order of a user and returns it. The call is repeated while the service does not know a
 * user who registered a moment ago: an event tells it of each account.
 */
export async function createOrder(
  office: { request: APIRequestContext },
  order: { user_id: string; title: string; price_rub: number },
) {
  let item = {} as components['schemas']['OrderAdmin']
  await expect(async () => {
    const answer = await callApi(office, 'POST', '/api/content/admin/orders', order)
    item = answer.item
  }).toPass()
  return item
}
