// Every route change scrolls to the top, where the heading takes a focus that went with the page before;
// a hash scrolls to its element, which also takes the focus.
// The element may come with its data, and may move while pictures and lists arrive above it.

import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { anchor } from '../../app/limits.ts'
import { prefersReducedMotion } from '../../app/motion.ts'
import { useRouteHandle } from '../../app/routeHandle.ts'
import { restoreFocus, focusWithoutScroll } from '../../ui/lostFocus.ts'

const waitForElement = 5000
/** Lists and pictures above the element may still arrive for so long after the scroll. */
const holdFor = 3000
const easeOut = (share: number) => 1 - (1 - share) ** 3

const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Keeps the element where it was scrolled to while the page above it grows; returns what lets go. */
function hold(id: string): () => void {
  const watcher = new ResizeObserver(() => {
    const top = document.getElementById(id)?.getBoundingClientRect().top
    if (top !== undefined) scrollBy({ top: top - anchor.offset, behavior: 'instant' })
  })
  watcher.observe(document.body)
  const timer = setTimeout(() => watcher.disconnect(), holdFor)
  return () => {
    clearTimeout(timer)
    watcher.disconnect()
  }
}

/** Returns what stops it; a visitor who scrolls by hand stops it too. */
function glideTo(id: string): () => void {
  const from = scrollY
  const startedAt = performance.now()
  // Without movement it stands there at once, and stays there for as long: lists may still arrive above it.
  const isStill = prefersReducedMotion()
  let frame = 0
  let letGo = () => {}
  const stop = () => {
    cancelAnimationFrame(frame)
    letGo()
    for (const move of moves) removeEventListener(move, stop)
  }
  const step = (now: number) => {
    // Looked up each time: its place may just have been taken over by its code.
    const element = document.getElementById(id)
    if (!element) return stop()
    const share = Math.min(1, (now - startedAt) / anchor.smoothScroll)
    const way = isStill ? 1 : easeOut(share)
    const target = element.getBoundingClientRect().top + scrollY - anchor.offset
    scrollTo({ top: from + (target - from) * way, behavior: 'instant' })
    if (share < 1) {
      frame = requestAnimationFrame(step)
      return
    }
    focusWithoutScroll(element)
    letGo = hold(id)
  }
  for (const move of moves) addEventListener(move, stop, { passive: true })
  frame = requestAnimationFrame(step)
  return stop
}

/** A hash may be anything somebody typed: what is no encoding is taken as it stands. */
function idOf(hash: string): string {
  const raw = hash.slice(1)
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}

function followHash(hash: string): () => void {
  const id = idOf(hash)
  const askedAt = performance.now()
  let stop = () => {}
  const look = () => {
    if (document.getElementById(id)) stop = glideTo(id)
    else if (performance.now() - askedAt < waitForElement) timer = setTimeout(look, 100)
  }
  let timer = setTimeout(look, anchor.delay)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

export function useScrollRules() {
  const { pathname, hash, key } = useLocation()
  const { scrollGroup = pathname } = useRouteHandle()
  const lastPlace = useRef<string | null>(null)

  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again has a new key and scrolls again.
  useEffect(() => {
    const isSamePlace = lastPlace.current === scrollGroup
    const isFirst = lastPlace.current === null
    lastPlace.current = scrollGroup
    if (hash) return followHash(hash)
    if (isSamePlace || isFirst) return
    scrollTo({ top: 0, behavior: 'instant' })
    restoreFocus()
  }, [scrollGroup, hash, key])
}
