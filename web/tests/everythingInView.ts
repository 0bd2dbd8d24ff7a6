import { vi } from 'vitest'

/** Everything is in the window: jsdom has no layout, and by default nothing is (tests/setup.ts). */
class InView {
  constructor(onChange: IntersectionObserverCallback) {
    const entry = { isIntersecting: true, boundingClientRect: { top: 0 } }
    queueMicrotask(() => onChange([entry as IntersectionObserverEntry], this as never))
  }
  observe() {}
  disconnect() {}
}

/** For one test; `tests/setup.ts` takes it back. */
export const showEverything = () => vi.stubGlobal('IntersectionObserver', InView)
