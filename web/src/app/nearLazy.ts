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

let visitorActs: Promise<void> | null = null

function comesNear(place: Element): Promise<void> {
  return new Promise((resolve) => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (place.isConnected && !entries.some((entry) => entry.isIntersecting)) return
        watcher.disconnect()
        resolve()
      },
      { rootMargin: '600px' },
    )
    watcher.observe(place)
  })
}

async function wanted(id: string): Promise<void> {
  const place = typeof document === 'undefined' ? null : document.getElementById(id)
  // Not prerendered (a move inside the app): it is wanted now.
  if (!place) return
  visitorActs ??= firstSign()
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
