import { cleanup, configure } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'

/** The mocked network of a test: `network.use(http.get(...))`. A request without a handler fails the test. */
export const network = setupServer()

// The machine may be slow.
configure({ asyncUtilTimeout: 10_000 })

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

vi.stubGlobal('ResizeObserver', NoObserver)
vi.stubGlobal('IntersectionObserver', NoObserver)
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
}))
window.scrollTo = () => {}
Element.prototype.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}

beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  network.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
})
afterAll(() => network.close())

// A warning of React or of the router fails the test.
vi.spyOn(console, 'error').mockImplementation((...words) => {
  throw new Error(`console.error: ${words.join(' ')}`)
})
