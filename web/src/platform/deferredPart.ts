// A part below the first screen. Its HTML is prerendered; its code is loaded and hydrated when the
// part comes near the viewport or at the visitor's first interaction. It cannot wait longer,
// because a client-side navigation waits for every lazy part on the page. The build links the
// styles of the parts that a prerendered page contains (scripts/pages/lateStyles.ts).

import {
  type ComponentType,
  createElement,
  type ReactElement,
  type ReactNode,
  Suspense,
  useLayoutEffect,
} from 'react'
import { announceHydration, expectPart } from './hydration.ts'
import { type LoadedModule, lazyWithRetry } from './lazyWithRetry.ts'
import { restoreServedHtml } from './restoreServedHtml.ts'

// A press counts when it ends. A part may change its height when it is hydrated: if that began at the
// start of a press, the pressed button could move away before its end, and the click would be lost.
const interactionEvents = ['pointerup', 'keydown', 'touchmove', 'wheel', 'popstate'] as const

function waitForFirstInteraction(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of interactionEvents)
      addEventListener(event, () => resolve(), { once: true, capture: true })
  })
}

// Subscribed when the module loads, because the first interaction may precede the first part.
const firstInteraction = globalThis.document && waitForFirstInteraction()

function waitUntilNear(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      approach.disconnect()
      removal.disconnect()
      resolve()
    }
    const approach = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) finish()
      },
      { rootMargin: '600px' },
    )
    // After a client-side navigation the observed element may no longer be in the page.
    const removal = new MutationObserver(() => {
      if (!element.isConnected) finish()
    })
    approach.observe(element)
    removal.observe(document.body, { childList: true, subtree: true })
  })
}

/** The element of a part in the page. There is none on a server. */
const findPrerendered = (id: string) => globalThis.document?.getElementById(id)

async function waitUntilNeeded(id: string): Promise<void> {
  const element = findPrerendered(id)
  // Load it now if it is not prerendered (a client-side navigation). The same applies to parts of
  // the shell of client-only pages: React shows the page itself only when all parts beside it are
  // hydrated.
  if (!element || document.documentElement.dataset.shell !== undefined) return
  await Promise.race([waitUntilNear(element), firstInteraction])
}

/** The part, which announces its hydration in the commit that hydrates it. */
function withAnnouncement(id: string, Part: ComponentType): ComponentType {
  return function AnnouncedPart() {
    useLayoutEffect(() => announceHydration(id), [])
    return createElement(Part)
  }
}

type DeferredPart = {
  /** The id of the prerendered element. */
  id: string
  load: () => LoadedModule
  /**
   * Shown while the code loads after a navigation within the app. It takes the same space as the
   * part.
   */
  fallback: ReactNode
  /**
   * When the code is loaded. `whenVisible`: the element comes near the viewport, or the visitor
   * first interacts. `afterHydration`: the part is on the first screen, but the first paint does
   * not need its code.
   */
  start: 'whenVisible' | 'afterHydration'
}

/**
 * A part of a page with prerendered HTML and code that is loaded later. It returns an element, not
 * a component: a new element at each render would update a part that is not yet hydrated, and React
 * would then render it from scratch. Call it once, at module level.
 */
export function deferredPart({ id, load, fallback, start }: DeferredPart): ReactElement {
  expectPart(id)
  const Part = lazyWithRetry(
    async () => {
      const Component = (await load()).default
      await restoreServedHtml(findPrerendered(id))
      return { default: withAnnouncement(id, Component) }
    },
    start === 'whenVisible' ? () => waitUntilNeeded(id) : undefined,
  )
  return createElement(Suspense, { fallback }, createElement(Part))
}
