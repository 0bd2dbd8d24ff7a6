// A part below the first screen: its text is in the prerendered HTML, its code is fetched when it
// comes near the window or the visitor first does anything, and only then does React take it over.
// It must not wait longer: a move inside the app waits for every part that stays on the page.
// Its styles must be imported by the page itself, or the HTML would stand there without them.

import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { importWithRetry } from './importWithRetry.ts'

const interactionEvents = ['pointerdown', 'keydown', 'touchstart', 'wheel', 'popstate'] as const

function waitForFirstInteraction(): Promise<void> {
  return new Promise((resolve) => {
    for (const sign of interactionEvents)
      addEventListener(sign, () => resolve(), { once: true, passive: true, capture: true })
  })
}

// Listened for from the start: the first sign may come before any part has begun to wait for it.
const firstInteraction = typeof document === 'undefined' ? null : waitForFirstInteraction()

function waitUntilNear(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      near.disconnect()
      gone.disconnect()
      resolve()
    }
    const near = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && done(),
      { rootMargin: '600px' },
    )
    // A move inside the app may draw the part anew: then the place that is watched is no longer there.
    const gone = new MutationObserver(() => element.isConnected || done())
    near.observe(element)
    gone.observe(document.body, { childList: true, subtree: true })
  })
}

async function waitUntilNeeded(id: string): Promise<void> {
  const element = typeof document === 'undefined' ? null : document.getElementById(id)
  // Not prerendered (a move inside the app): it is wanted now.
  if (!element) return
  await Promise.race([waitUntilNear(element), firstInteraction])
}

export function lazyWhenVisible(
  id: string,
  load: () => Promise<ComponentType>,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => {
    await waitUntilNeeded(id)
    return { default: await importWithRetry(load) }
  })
}

/** The same for a part of the first screen, whose code the first paint need not wait for. */
export function lazyAfterHydration(
  load: () => Promise<ComponentType>,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await importWithRetry(load) }))
}
