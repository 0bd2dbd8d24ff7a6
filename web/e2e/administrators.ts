// The administrator of the journeys, and API calls from a signed-in page.

import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expect } from './site.ts'

const administrator = {
  email: process.env.ADMIN_EMAIL ?? 'admin@example.com',
  password: process.env.ADMIN_PASSWORD ?? '',
}

/** A browser of its own in which the administrator is signed in. */
export async function signInAdministrator(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext()
  const answer = await context.request.post('/api/auth/login', { data: administrator })
  expect(answer.ok(), await answer.text()).toBe(true)
  return context
}

/** A call from inside the page, with the session and the origin that a browser adds by itself. */
export async function callApi(page: Page, method: string, path: string, body?: object) {
  const answer = await page.evaluate(
    async ({ method, path, body }) => {
      const answered = await fetch(path, {
        method,
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: body ? JSON.stringify(body) : undefined,
      })
      return { status: answered.status, body: await answered.json() }
    },
    { method, path, body },
  )
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
