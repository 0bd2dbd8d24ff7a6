import { cleanup, configure } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'

/** The network of a test: `network.use(http.get(...))`. A call nobody answers fails the test. */
export const network = setupServer()

// A busy machine is no failure.
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
  cleanup()
  network.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
})
afterAll(() => network.close())

// A warning of React or of the router is a fault of ours, so it fails the test.
vi.spyOn(console, 'error').mockImplementation((...words) => {
  throw new Error(`console.error: ${words.join(' ')}`)
})
