// Follows the hash of a URL: scrolls to the element with this id and focuses it. The element may appear
// late, with its data, and may move while pictures and lists above it are loading.

import { prefersReducedMotion } from '../../platform/motion.ts'
import { anchor } from '../../shared/limits.ts'
import { focusWithoutScroll } from '../../ui/lostFocus.ts'

/** How long to wait for the element to appear, in ms. */
const elementTimeout = 5000
/** Time after the scroll in which lists and pictures above the element may still load, in ms. */
const holdTime = 3000
const easeOut = (share: number) => 1 - (1 - share) ** 3

const userScrollEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Keeps the element in place while content above it grows. Returns a function that stops it. */
function holdPosition(id: string): () => void {
  const watcher = new ResizeObserver(() => {
    const top = document.getElementById(id)?.getBoundingClientRect().top
    if (top !== undefined) scrollBy({ top: top - anchor.offset, behavior: 'instant' })
  })
  watcher.observe(document.body)
  const timer = setTimeout(() => watcher.disconnect(), holdTime)
  return () => {
    clearTimeout(timer)
    watcher.disconnect()
  }
}

/** Scrolls to an element and focuses it. The user's own scrolling stops it, and so does the returned function. */
function scrollToElement(id: string): () => void {
  const from = scrollY
  const startedAt = performance.now()
  // With reduced motion the page jumps at once. The position is held anyway, because lists above the
  // element may still load.
  const isReducedMotion = prefersReducedMotion()
  let frame = 0
  let releasePosition = () => {}
  const stop = () => {
    cancelAnimationFrame(frame)
    releasePosition()
    for (const event of userScrollEvents) removeEventListener(event, stop)
  }
  const step = (now: number) => {
    // The element is looked up each time, because hydration may have replaced it.
    const element = document.getElementById(id)
    if (!element) return stop()
    const share = Math.min(1, (now - startedAt) / anchor.smoothScroll)
    const progress = isReducedMotion ? 1 : easeOut(share)
    const target = element.getBoundingClientRect().top + scrollY - anchor.offset
    scrollTo({ top: from + (target - from) * progress, behavior: 'instant' })
    if (share < 1) {
      frame = requestAnimationFrame(step)
      return
    }
    focusWithoutScroll(element)
    releasePosition = holdPosition(id)
  }
  for (const event of userScrollEvents) addEventListener(event, stop, { passive: true })
  frame = requestAnimationFrame(step)
  return stop
}

/** A hash may be any typed text, so an invalid encoding is used unchanged. */
function decodeHash(hash: string): string {
  const raw = hash.slice(1)
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}

/** Scrolls to the element of a hash. Returns a function that stops the scroll. */
export function followHash(hash: string): () => void {
  const id = decodeHash(hash)
  const startedAt = performance.now()
  let stop = () => {}
  const look = () => {
    if (document.getElementById(id)) stop = scrollToElement(id)
    else if (performance.now() - startedAt < elementTimeout) timer = setTimeout(look, 100)
  }
  let timer = setTimeout(look, anchor.delay)
  return () => {
    clearTimeout(timer)
    stop()
  }
}
