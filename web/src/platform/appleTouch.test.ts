import { afterEach, expect, it, vi } from 'vitest'
import { isAppleTouch } from './appleTouch.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
  [
    'an iPad that requests pages for phones',
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)',
    5,
    true,
  ],
  ['an iPad with its default name', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['a laptop with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, false],
])('%s is told by its name and its touch points', (_name, userAgent, maxTouchPoints, expected) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
  expect(isAppleTouch()).toBe(expected)
})
