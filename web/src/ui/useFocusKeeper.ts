// What had the focus may go with what it did: a row that was deleted, a button that has nothing left to do.
// Where nothing better is known the keyboard goes on from what stood around it.

import { useEffect } from 'react'
import { focusWithoutScroll, isFocusLost, restoreFocus } from './lostFocus'

type Ancestor = { element: Element; place: number }

/** The focused element first, then all it stands in, each with its place among its neighbours. */
function ancestorsOf(from: Element): Ancestor[] {
  const { parentElement: around } = from
  if (!around) return []
  return [{ element: from, place: [...around.children].indexOf(from) }, ...ancestorsOf(around)]
}

const titles = 'h2, h3, h4'

/** What still stands around that which went: its row, the row that took its place, or the title before it. */
function findNearest(path: readonly Ancestor[]) {
  const at = path.findIndex(({ element }, i) => i > 0 && element.isConnected)
  const around = path[at]?.element
  // What holds the heading is the whole page.
  if (!around || around.querySelector('h1')) return null
  const place = path[at - 1]?.place ?? 0
  const { children } = around
  const row = around.matches('ul, ol, tbody')
    ? children[Math.min(place, children.length - 1)]
    : around.closest('li, tr')
  if (row) return row.querySelector<HTMLElement>(titles) ?? (row as HTMLElement)
  const next = children[place]
  const before = [...around.querySelectorAll<HTMLElement>(titles)].filter(
    (one) => !next || one.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return before.at(-1) ?? (around as HTMLElement)
}

/** What has a better place for the focus than the nearest one is to be heard first. */
const restoreDelay = 50

/** Of every page: a focus whose element goes, or can be pressed no longer, goes on from what stood around it. */
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
        restoreFocus(place)
      } else if (!isDisabled) focusWithoutScroll(focused)
    }
    const watcher = new MutationObserver(() => {
      const focused = path[0]?.element
      if (!focused) return
      // One that was busy for a while has its focus again.
      wasUnavailable ||= !focused.isConnected || focused.matches(':disabled')
      if (wasUnavailable) timer ||= window.setTimeout(restore, restoreDelay)
    })
    function recordPath({ target }: FocusEvent) {
      path = ancestorsOf(target as Element)
      wasUnavailable = false
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
