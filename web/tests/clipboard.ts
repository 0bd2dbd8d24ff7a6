import { onTestFinished } from 'vitest'

/**
 * Replaces the clipboard for one test. Without a value there is none, as on a page without https.
 */
export function setClipboard(value?: Partial<Clipboard>) {
  const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard')
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value })
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, 'clipboard', before)
    else Reflect.deleteProperty(navigator, 'clipboard')
  })
}
