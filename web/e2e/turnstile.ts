// Cloudflare's bot check in the sign-in form: its script and its frame, as documented, mocked at
// the network.

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

export const turnstileOrigin = 'https://challenges.cloudflare.com'

/** A part of csp.txt in brackets: the name of an optional widget, and the origins it needs (decision 0010). */
const widgetGroup = /\[\w+ [^\]]*\]/g

/** The policy of pages with the check enabled and the optional widgets disabled. */
async function readPolicy(): Promise<string> {
  const built = await readFile(new URL('../build/csp.txt', import.meta.url), 'utf8')
  return built
    .trim()
    .replaceAll('{$CSP_BOT_CHECK}', turnstileOrigin)
    .replaceAll('{$CSP_TELEGRAM}', '')
    .replaceAll(widgetGroup, '')
}

/**
 * Runs in the page. Draws a fake frame of the service in the given element. The frame posts the name of
 * a pressed button, and this calls the option that Turnstile would call.
 */
function installFakeTurnstile(origin: string) {
  const widgets = new Map<string, { frame: HTMLIFrameElement; options: Record<string, unknown> }>()
  let drawn = 0
  addEventListener('message', ({ source, data }) => {
    // The options are named `callback`, `error-callback` and `expired-callback`.
    const optionName = data === 'callback' ? 'callback' : `${data}-callback`
    for (const [id, { frame, options }] of widgets) {
      const handler = options[optionName]
      if (frame.contentWindow === source && typeof handler === 'function') handler(`token of ${id}`)
    }
  })
  const turnstile = {
    render(place: HTMLElement, options: Record<string, unknown>) {
      drawn += 1
      const frame = document.createElement('iframe')
      frame.title = 'Turnstile'
      frame.src = `${origin}/${options.sitekey}`
      place.append(frame)
      widgets.set(`widget ${drawn}`, { frame, options })
      return `widget ${drawn}`
    },
    remove(id: string) {
      widgets.get(id)?.frame.remove()
      widgets.delete(id)
    },
  }
  Object.assign(window, { turnstile })
}

const writeButton = (name: string) =>
  `<button onclick="parent.postMessage('${name}', '*')">${name}</button>`
const frame = `<!doctype html><title>Turnstile</title>${['callback', 'error', 'expired'].map(writeButton).join('')}`

/**
 * Makes /login and the answers of the service look as if the bot check were enabled. The stack runs
 * without it.
 */
export async function enableTurnstile(page: Page) {
  const csp = await readPolicy()
  await page.route(
    ({ pathname }) => pathname === '/login',
    async (route) => {
      const response = await route.fetch()
      const headers = { ...response.headers(), 'content-security-policy': csp }
      await route.fulfill({ response, headers })
    },
  )
  const siteKey = 'site-key'
  await page.route('**/api/auth/turnstile-config', (route) =>
    route.fulfill({
      json: { success: true, enabled: true, provider: 'turnstile', siteKey, challengeUrl: null },
    }),
  )
  await page.route(`${turnstileOrigin}/**`, (route) =>
    route.request().url() === `${turnstileOrigin}/turnstile/v0/api.js?render=explicit`
      ? route.fulfill({
          contentType: 'text/javascript',
          body: `(${installFakeTurnstile})('${turnstileOrigin}')`,
        })
      : route.fulfill({ contentType: 'text/html', body: frame }),
  )
}
