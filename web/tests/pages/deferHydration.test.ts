// The deferred start of a page's scripts, and a failed download of one of them.

import { readFileSync } from 'node:fs'
import { JSDOM, VirtualConsole } from 'jsdom'
import { expect, it } from 'vitest'

const deferHydrationCode = readFileSync('scripts/pages/deferHydration.js', 'utf8')
const html = `<!DOCTYPE html><html><head><template id="deferred"></template></head><body>
  <script type="text/plain" data-start="/assets/start-1.js"></script></body></html>`

/** A painted page. jsdom does not support a reload and reports a navigation error, which counts here as a reload. */
function openPaintedPage({ isOnline = true } = {}) {
  let reloads = 0
  const virtualConsole = new VirtualConsole()
  virtualConsole.on('jsdomError', (error: Error) => {
    if (/navigation/.test(error.message)) reloads += 1
  })
  const page = new JSDOM(html, {
    url: 'https://example.com/',
    runScripts: 'outside-only',
    virtualConsole,
    beforeParse(window: Window & typeof globalThis) {
      Object.defineProperty(window.navigator, 'onLine', { value: isOnline })
      window.PerformanceObserver = class {
        constructor(notify: () => void) {
          queueMicrotask(notify)
        }
        observe() {}
      } as never
    },
  }).window
  page.eval(deferHydrationCode)
  const start = async () => {
    await Promise.resolve()
    return page.document.head.querySelector('script[type="module"]') as HTMLScriptElement
  }
  return { page, start, reloads: () => reloads }
}

it('a page whose script failed to load is reloaded once', async () => {
  const { page, start, reloads } = openPaintedPage()
  const script = await start()
  expect(script.src).toBe('https://example.com/assets/start-1.js')
  script.dispatchEvent(new page.Event('error'))
  expect(reloads()).toBe(1)
  // The session storage remembers the reload, so the same failure causes no second one.
  script.dispatchEvent(new page.Event('error'))
  expect(reloads()).toBe(1)
  // A page that has started may be reloaded again later.
  script.dispatchEvent(new page.Event('load'))
  script.dispatchEvent(new page.Event('error'))
  expect(reloads()).toBe(2)
})

it('the reload for a failed script waits for the network', async () => {
  const { page, start, reloads } = openPaintedPage({ isOnline: false })
  const script = await start()
  script.dispatchEvent(new page.Event('error'))
  expect(reloads()).toBe(0)
  page.dispatchEvent(new page.Event('online'))
  expect(reloads()).toBe(1)
})
