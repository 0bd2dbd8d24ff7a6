// The focused element may disappear with its action: a deleted row, a button with nothing left to do.
// If no code has set a new focus, the focus moves to the nearest remaining element.

import { useEffect } from 'react'
import { focusWithoutScroll, guessFocus, isFocusLost, markEntered } from './lostFocus.ts'

type Ancestor = { element: Element; place: number }

/** The focused element and all its ancestors, each with its index among its siblings. */
function listAncestors(from: Element): Ancestor[] {
  const { parentElement: parent } = from
  if (!parent) return []
  return [{ element: from, place: [...parent.children].indexOf(from) }, ...listAncestors(parent)]
}

const titles = 'h2, h3, h4'

/** The element nearest to the removed one: its row, the row that took its place, or the title before it. */
function findNearest(path: readonly Ancestor[]) {
  const ancestorIndex = path.findIndex(({ element }, i) => i > 0 && element.isConnected)
  const parent = path[ancestorIndex]?.element
  // An ancestor with the main heading is the whole page.
  if (!parent || parent.querySelector('h1')) return null
  const place = path[ancestorIndex - 1]?.place ?? 0
  const { children } = parent
  const row = parent.matches('ul, ol, tbody')
    ? children[Math.min(place, children.length - 1)]
    : parent.closest('li, tr')
  if (row) return row.querySelector<HTMLElement>(titles) ?? (row as HTMLElement)
  const next = children[place]
  const before = [...parent.querySelectorAll<HTMLElement>(titles)].filter(
    (candidate) =>
      !next || candidate.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return before.at(-1) ?? (parent as HTMLElement)
}

/** In ms. Code that knows a better place for the focus sets it in this time. */
const restoreDelay = 50

/** For the whole page: when the focused element is removed or disabled, moves the focus to the nearest element. */
export function useFocusKeeper() {
  useEffect(() => {
    let path: Ancestor[] = []
    let wasUnavailable = false
    let timer = 0
    function restore() {
      timer = 0
      const focused = path[0]?.element as HTMLElement | undefined
      if (!focused || !isFocusLost()) return
      const isDisabled = focused.matches(':disabled')
      if (!focused.isConnected || (isDisabled && !focused.ariaBusy)) {
        const place = findNearest(path)
        path = []
        guessFocus(place)
      } else if (!isDisabled) focusWithoutScroll(focused)
    }
    const watcher = new MutationObserver(() => {
      const focused = path[0]?.element
      if (!focused) return
      // A button that was disabled for a while receives its focus again.
      wasUnavailable ||= !focused.isConnected || focused.matches(':disabled')
      if (wasUnavailable) timer ||= window.setTimeout(restore, restoreDelay)
    })
    function recordPath({ target }: FocusEvent) {
      markEntered(target as Element)
      path = listAncestors(target as Element)
      wasUnavailable = false
      // The timer was started for the element that had the focus before.
      clearTimeout(timer)
      timer = 0
      watcher.observe(document.body, {
        childList: true,
        subtree: true,
        attributeFilter: ['disabled', 'aria-busy'],
      })
    }
    document.addEventListener('focusin', recordPath)
    return () => {
      document.removeEventListener('focusin', recordPath)
      watcher.disconnect()
      clearTimeout(timer)
    }
  }, [])
}
