// A part below the first screen: its text is in the prerendered HTML, its code is fetched when it
// comes near the window or the visitor first does anything, and only then does React take it over.
// It must not wait longer: a move inside the app waits for every part that stays on the page.
// Its styles must be imported by the page itself, or the HTML would stand there without them.

import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { steadily } from './steadyImport.ts'

const signs = ['pointerdown', 'keydown', 'touchstart', 'wheel', 'popstate'] as const

function firstSign(): Promise<void> {
  return new Promise((resolve) => {
    for (const sign of signs)
      addEventListener(sign, () => resolve(), { once: true, passive: true, capture: true })
  })
}

// Listened for from the start: the first sign may come before any part has begun to wait for it.
const visitorActs = typeof document === 'undefined' ? null : firstSign()

function comesNear(place: Element): Promise<void> {
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
    const gone = new MutationObserver(() => place.isConnected || done())
    near.observe(place)
    gone.observe(document.body, { childList: true, subtree: true })
  })
}

async function wanted(id: string): Promise<void> {
  const place = typeof document === 'undefined' ? null : document.getElementById(id)
  // Not prerendered (a move inside the app): it is wanted now.
  if (!place) return
  await Promise.race([comesNear(place), visitorActs])
}

export function nearLazy(
  id: string,
  load: () => Promise<ComponentType>,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => {
    await wanted(id)
    return { default: await steadily(load) }
  })
}

/** The same for a part of the first screen, whose code the first paint need not wait for. */
export function soonLazy(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await steadily(load) }))
}
