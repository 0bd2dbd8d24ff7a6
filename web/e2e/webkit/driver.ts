// WebKitGTK by W3C WebDriver. Playwright cannot drive this browser, because it drives only its own
// patched WebKit. `openWebKit` starts WebKitWebDriver (Debian: webkit2gtk-driver) and one window; it
// needs a display, which xvfb-run provides. Elements are named by XPath (elements.ts).

import { type ChildProcess, spawn } from 'node:child_process'
import { expect } from '@playwright/test'

const site = process.env.BASE_URL ?? 'http://localhost:8080'
const browser = process.env.WEBKIT_PATH ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const port = 4444
/** The key of an element in messages of WebDriver. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** Keys by the code points of WebDriver. */
export const keys = { tab: '\uE004', enter: '\uE007', escape: '\uE00C', space: ' ' }

type Json = string | number | boolean | null | Json[] | { [name: string]: Json | undefined }

async function send(method: string, path: string, body?: object) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    body: body && JSON.stringify(body),
  })
  const { value } = (await answer.json()) as { value: Json }
  if (value && typeof value === 'object' && 'error' in value)
    throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
  return value
}

/**
 * Repeats `look` until it returns something truthy. Errors of WebDriver mean "not yet": an element is
 * missing, covered or replaced.
 */
async function waitFor<Found>(description: string, look: () => Promise<Found>): Promise<Found> {
  let found: Found | undefined
  let problem: unknown
  await expect
    .poll(
      async () => {
        try {
          found = await look()
          problem = undefined
        } catch (error) {
          found = undefined
          problem = error
        }
        return Boolean(found)
      },
      { message: description },
    )
    .toBe(true)
    .catch((error) => {
      throw problem ? new Error(`${description}: ${problem}`, { cause: error }) : error
    })
  return found as Found
}

export class WebKitPage {
  constructor(
    private readonly driver: ChildProcess,
    private readonly session: string,
  ) {}

  private call(method: string, path: string, body?: object) {
    return send(method, `/session/${this.session}${path}`, body)
  }

  /** Runs the body of a function in the page. It sees its parameters as `arguments`. */
  run(body: string, ...args: Json[]) {
    return this.call('POST', '/execute/sync', { script: body, args })
  }

  /** The WebDriver id of the first such element; an error if it is missing or not displayed. */
  private async findDisplayed(xpath: string) {
    const found = await this.call('POST', '/element', { using: 'xpath', value: xpath })
    const id = (found as Record<string, string>)[ELEMENT]
    if (!(await this.call('GET', `/element/${id}/displayed`)))
      throw new Error(`not displayed: ${xpath}`)
    return id
  }

  private evaluateXPath(xpath: string, body: string) {
    return this.run(
      `const found = document.evaluate(arguments[0], document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
       const elements = Array.from({ length: found.snapshotLength }, (_, index) => found.snapshotItem(index))
       ${body}`,
      xpath,
    )
  }

  /** Opens a page, and waits until it is hydrated and the start screen is gone. */
  async open(path: string) {
    await this.goto(path)
    await waitFor(`${path} is hydrated`, () =>
      this.run(
        `return document.documentElement.dataset.hydrated !== undefined
           && !document.querySelector('[role=progressbar][aria-label="Загрузка"]')`,
      ),
    )
  }

  /** Opens a page that may redirect to another one, so it does not wait for the hydration. */
  goto(path: string) {
    return this.call('POST', '/url', { url: site + path })
  }

  reload() {
    return this.call('POST', '/refresh', {})
  }

  goBack() {
    return this.call('POST', '/back', {})
  }

  goForward() {
    return this.call('POST', '/forward', {})
  }

  resize(width: number, height: number) {
    return this.call('POST', '/window/rect', { width, height })
  }

  /** The path of the page, with query and hash. */
  readPath() {
    return this.run('return location.pathname + location.search + location.hash') as Promise<string>
  }

  /** Presses the element as soon as nothing covers it. */
  async click(xpath: string) {
    await waitFor(`press ${xpath}`, async () => {
      await this.scrollTo(xpath)
      const id = await this.findDisplayed(xpath)
      await this.call('POST', `/element/${id}/click`, {})
      return true
    })
  }

  /** Types keys into the element. */
  async type(xpath: string, text: string) {
    await waitFor(`type into ${xpath}`, async () => {
      await this.call('POST', `/element/${await this.findDisplayed(xpath)}/value`, { text })
      return true
    })
  }

  /** Replaces the value of a field. */
  async fill(xpath: string, text: string) {
    await waitFor(`clear ${xpath}`, async () => {
      await this.call('POST', `/element/${await this.findDisplayed(xpath)}/clear`, {})
      return true
    })
    await this.type(xpath, text)
  }

  /** Presses a key on whatever has the focus. */
  async press(key: string) {
    const actions = [
      { type: 'keyDown', value: key },
      { type: 'keyUp', value: key },
    ]
    await this.call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** Waits until the element is displayed. */
  async waitUntilVisible(xpath: string) {
    await waitFor(`see ${xpath}`, () => this.findDisplayed(xpath))
  }

  /** Waits until no such element is in the page. */
  async waitUntilGone(xpath: string) {
    await expect.poll(() => this.count(xpath), { message: `no ${xpath}` }).toBe(0)
  }

  count(xpath: string) {
    return this.evaluateXPath(xpath, 'return elements.length') as Promise<number>
  }

  /** The text of the first such element with plain spaces, or an empty string. */
  async readText(xpath: string) {
    const text = await this.evaluateXPath(xpath, "return elements[0]?.textContent ?? ''")
    return String(text).replace(/\s/g, ' ')
  }

  readValue(xpath: string) {
    return this.evaluateXPath(xpath, 'return elements[0]?.value ?? null')
  }

  readAttribute(xpath: string, name: 'href' | 'aria-invalid') {
    return this.evaluateXPath(xpath, `return elements[0]?.getAttribute('${name}') ?? null`)
  }

  hasFocus(xpath: string) {
    return this.evaluateXPath(xpath, 'return elements[0] === document.activeElement')
  }

  /** Scrolls the element to the middle of the window, if it is there. */
  scrollTo(xpath: string) {
    return this.evaluateXPath(
      xpath,
      "elements[0]?.scrollIntoView({ block: 'center', behavior: 'instant' })",
    )
  }

  /** An API request of the page with its session. Returns the parsed response. */
  async callApi(method: string, path: string, data?: object) {
    const answer = await this.call('POST', '/execute/async', {
      script: `const [method, path, data, done] = arguments
        fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body: data && JSON.stringify(data) })
          .then(async (answer) => done({ ok: answer.ok, text: await answer.text() }))
          .catch((error) => done({ ok: false, text: String(error) }))`,
      args: [method, path, data ?? null],
    })
    const { ok, text } = answer as { ok: boolean; text: string }
    expect(ok, `${method} ${path}: ${text}`).toBe(true)
    return text ? JSON.parse(text) : null
  }

  /** From now on, requests of this page whose URL contains `part` fail as if there were no network. */
  failRequests(part: string) {
    return this.run(
      `const [part] = arguments
       window.ownFetch ??= window.fetch
       window.fetch = (request, options) =>
         String(request.url ?? request).includes(part)
           ? Promise.reject(new TypeError('Load failed'))
           : window.ownFetch(request, options)`,
      part,
    )
  }

  /** From now on, the requests reach the server again. */
  restoreRequests() {
    return this.run('window.fetch = window.ownFetch')
  }

  async close() {
    await this.call('DELETE', '').catch(() => undefined)
    // The next window needs the port of this driver.
    if (this.driver.exitCode === null && this.driver.signalCode === null) {
      const exit = new Promise((resolve) => this.driver.once('exit', resolve))
      this.driver.kill()
      await exit
    }
  }
}

function createSession() {
  const options = { binary: browser, args: ['--automation'] }
  return send('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })
}

/** Starts a driver with one window, which has a session storage and cookies of its own. */
export async function openWebKit(): Promise<WebKitPage> {
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore' })
  await waitFor('WebKitWebDriver', () => send('GET', '/status'))
  const session = await createSession().catch((error) => {
    // The next window needs the port of this driver.
    driver.kill()
    throw error
  })
  const page = new WebKitPage(driver, (session as { sessionId: string }).sessionId)
  await page.resize(1440, 900)
  return page
}
