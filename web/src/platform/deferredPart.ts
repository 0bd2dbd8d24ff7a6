// A part below the first screen: its HTML is prerendered; its code is loaded and hydrated when the part
// comes near the viewport or at the first interaction of the visitor. Waiting longer is not possible: a
// client-side navigation waits for every lazy part that stays on the page. The build links the styles of the
// parts that a prerendered page has (scripts/pages/lateStyles.ts).

import {
  type ComponentType,
  createElement,
  Fragment,
  type ReactElement,
  type ReactNode,
  Suspense,
  useLayoutEffect,
} from 'react'
import { announceHydration, beforeHydration, expectPart } from './hydration.ts'
import { type Loaded, lazyWithRetry } from './lazyWithRetry.ts'

const interactionEvents = ['pointerdown', 'keydown', 'touchstart', 'wheel', 'popstate'] as const

function waitForFirstInteraction(): Promise<void> {
  return new Promise((resolve) => {
    for (const sign of interactionEvents)
      addEventListener(sign, () => resolve(), { once: true, passive: true, capture: true })
  })
}

// Subscribed at load time: the first interaction may happen before any part starts to wait for it.
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
    // A client-side navigation may replace the part; then the observed element is no longer in the page.
    const gone = new MutationObserver(() => element.isConnected || done())
    near.observe(element)
    gone.observe(document.body, { childList: true, subtree: true })
  })
}

async function waitUntilNeeded(id: string): Promise<void> {
  const element = typeof document === 'undefined' ? null : document.getElementById(id)
  // Not prerendered (a client-side navigation): load it now. So is a part of the shell that all client-only pages share:
  // the page itself is still to come, and React puts it in only when all parts beside it are hydrated.
  if (!element || document.documentElement.dataset.shell !== undefined) return
  await Promise.race([waitUntilNear(element), firstInteraction])
}

/** The part, and an announcement in the commit that hydrates it. */
function announced(id: string, Part: ComponentType): ComponentType {
  const Announcement = () => {
    useLayoutEffect(() => announceHydration(id), [])
    return null
  }
  return function AnnouncedPart() {
    return createElement(Fragment, null, createElement(Part), createElement(Announcement))
  }
}

type DeferredPart = {
  /** The id of the prerendered element. */
  id: string
  load: () => Loaded
  /** Shown while the code loads after a navigation inside the app; it has the same place as the part. */
  fallback: ReactNode
  /**
   * `whenVisible`: the code is loaded when the element comes near the viewport or the visitor first interacts.
   * `afterHydration`: the part is on the first screen, but the first paint does not need its code.
   */
  start: 'whenVisible' | 'afterHydration'
}

/**
 * A part of a page whose HTML is prerendered and whose code comes later. Returns an element, not a component: a new
 * element at each render would update a part that is not hydrated yet, which makes React render it from nothing.
 * Call it once, at module level.
 */
export function deferredPart({ id, load, fallback, start }: DeferredPart): ReactElement {
  expectPart(id)
  const Part = lazyWithRetry(
    async () => {
      const Loaded = (await load()).default
      const prerendered = globalThis.document?.getElementById(id)
      if (prerendered) beforeHydration.run?.(prerendered)
      return { default: announced(id, Loaded) }
    },
    start === 'whenVisible' ? () => waitUntilNeeded(id) : undefined,
  )
  return createElement(Suspense, { fallback }, createElement(Part))
}
