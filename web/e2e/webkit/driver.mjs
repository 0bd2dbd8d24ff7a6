// WebKitGTK by W3C WebDriver: starts WebKitWebDriver (Debian: webkit2gtk-driver) with one window.
// Playwright cannot drive this browser, because it needs a WebKit that its own authors change. It
// needs a display: xvfb-run provides one.

import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const site = process.env.BASE_URL ?? 'http://localhost:8080'
const browser = process.env.WEBKIT_PATH ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const port = 4444
const patience = 60_000
/** The key of an element in messages of WebDriver. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

async function send(method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    body: body && JSON.stringify(body),
  })
  const { value } = await answer.json()
  if (value?.error) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
  return value
}

/** Repeats `look` until it returns something; errors of WebDriver mean "not yet". */
async function waitFor(what, look) {
  const end = Date.now() + patience
  for (;;) {
    const found = await look().catch(() => null)
    if (found) return found
    if (Date.now() > end) throw new Error(`not in ${patience / 1000} s: ${what}`)
    await sleep(200)
  }
}

/** A driver with one window. The elements of a page are named by XPath. */
export async function openWebKit() {
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore' })
  await waitFor('WebKitWebDriver', () => send('GET', '/status'))
  const { sessionId } = await send('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
    },
  })
  const call = (method, path, body) => send(method, `/session/${sessionId}${path}`, body)
  const run = (script, ...args) => call('POST', '/execute/sync', { script, args })
  const element = (xpath) =>
    waitFor(xpath, async () => {
      const found = await call('POST', '/element', { using: 'xpath', value: xpath })
      return (await call('GET', `/element/${found[ELEMENT]}/displayed`)) ? found[ELEMENT] : null
    })
  return {
    run,
    element,
    path: () => run('return location.pathname + location.search'),
    text: async (xpath) => call('GET', `/element/${await element(xpath)}/text`),
    back: () => call('POST', '/back', {}),
    resize: (width, height) => call('POST', '/window/rect', { width, height }),
    until: (what, look) => waitFor(what, look),
    /** Opens a page and waits until React has it. */
    async open(path) {
      await call('POST', '/url', { url: site + path })
      await waitFor(`${path} is hydrated`, () =>
        run(
          "return Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))",
        ),
      )
    },
    async click(xpath) {
      await call('POST', `/element/${await element(xpath)}/click`, {})
    },
    async fill(xpath, text) {
      const field = await element(xpath)
      await call('POST', `/element/${field}/clear`, {})
      await call('POST', `/element/${field}/value`, { text })
    },
    async close() {
      await call('DELETE', '').catch(() => undefined)
      driver.kill()
    },
  }
}
