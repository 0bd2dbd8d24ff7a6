import { vi } from 'vitest'

/** Reports every element as in view. jsdom has no layout, and the default of the tests reports nothing (tests/setup.ts). */
class InView {
  constructor(onChange: IntersectionObserverCallback) {
    const entry = { isIntersecting: true, boundingClientRect: { top: 0 } }
    queueMicrotask(() => onChange([entry as IntersectionObserverEntry], this as never))
  }
  observe() {}
  disconnect() {}
}

/** Puts every element in view for one test; `tests/setup.ts` restores the default. */
export const showEverything = () => vi.stubGlobal('IntersectionObserver', InView)
