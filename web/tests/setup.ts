import { cleanup, configure } from '@testing-library/react'
import { isCommonAssetRequest } from 'msw'
import { HttpNetworkFrame } from 'msw/experimental'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'

/** The mocked network of a test: `network.use(http.get(...))`. A request without a handler fails the test. */
export const network = setupServer()

// Limits only end a hang: the machine may be slow (docs/decisions/0180).
const hangLimit = { timeout: 60_000 }
configure({ asyncUtilTimeout: hangLimit.timeout })
const { waitFor } = vi
vi.waitFor = (claim, options) =>
  waitFor(claim, typeof options === 'number' ? options : { ...hangLimit, ...options })

// jsdom draws its frames by one interval, which it takes from the timers of the moment. If a focused element disappears
// under fake timers, that interval stops with them, and no later test of the process gets a frame. So the fake clock
// draws this frame before it is taken away.
const frameMilliseconds = 17
const { useRealTimers } = vi
vi.useRealTimers = () => {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(frameMilliseconds)
  return useRealTimers()
}

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

// Assigned, not stubbed: vi.unstubAllGlobals() of a test must not take the environment of the next one.
Object.assign(globalThis, {
  ResizeObserver: NoObserver,
  IntersectionObserver: NoObserver,
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }),
})
// jsdom does not know the element <search>, about which React would warn.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
  get() {
    return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement'
  },
})
window.scrollTo = () => {}
Element.prototype.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}

/**
 * The console output of a test. A warning of React or of the router is a defect. The test fails after it, since
 * an error thrown by the console would change what React does.
 */
const consoleOutput: string[] = []

beforeAll(() =>
  network.listen({
    // The library's own strategy 'error' lets requests for files through.
    async onUnhandledFrame({ frame, defaults }) {
      const isFile = frame instanceof HttpNetworkFrame && isCommonAssetRequest(frame.data.request)
      // A missing file is not an error of the test: its place on the page stays empty.
      if (!isFile) await defaults.error()
      // The request fails as without a network.
      throw Response.error()
    },
  }),
)
// In beforeEach, because `restoreMocks` removes every spy before each test.
beforeEach(() => {
  consoleOutput.length = 0
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...values) => {
      consoleOutput.push(`console.${level}: ${values.join(' ')}`)
    })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  network.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  const [first] = consoleOutput.splice(0)
  if (first) throw new Error(first)
})
afterAll(() => network.close())
