// What had the focus may go with what it did: a row that was deleted, a button that has nothing left to do.
// Where nothing better is known the keyboard goes on from what stood around it.

import { useEffect } from 'react'
import { catchFocus, focusQuietly, isLost } from './lostFocus'

type Step = { element: Element; place: number }

/** The focused element first, then all it stands in, each with its place among its neighbours. */
function pathOf(from: Element): Step[] {
  const { parentElement: around } = from
  if (!around) return []
  return [{ element: from, place: [...around.children].indexOf(from) }, ...pathOf(around)]
}

const titles = 'h2, h3, h4'

/** What still stands around that which went: its row, the row that took its place, or the title before it. */
function nearest(path: readonly Step[]) {
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
const patience = 50

/** Of every page: a focus whose element goes, or can be pressed no longer, goes on from what stood around it. */
export function useFocusKeeper() {
  useEffect(() => {
    let path: Step[] = []
    let wasOff = false
    let timer = 0
    function settle() {
      timer = 0
      const focused = path[0]?.element as HTMLElement | undefined
      if (!focused || !isLost()) return
      const isOff = focused.matches(':disabled')
      if (!focused.isConnected || (isOff && !focused.ariaBusy)) {
        const place = nearest(path)
        path = []
        catchFocus(place)
      } else if (!isOff) focusQuietly(focused)
    }
    const watcher = new MutationObserver(() => {
      const focused = path[0]?.element
      if (!focused) return
      // One that was busy for a while has its focus again.
      wasOff ||= !focused.isConnected || focused.matches(':disabled')
      if (wasOff) timer ||= window.setTimeout(settle, patience)
    })
    function remember({ target }: FocusEvent) {
      path = pathOf(target as Element)
      wasOff = false
      watcher.observe(document.body, {
        childList: true,
        subtree: true,
        attributeFilter: ['disabled', 'aria-busy'],
      })
    }
    document.addEventListener('focusin', remember)
    return () => {
      document.removeEventListener('focusin', remember)
      watcher.disconnect()
      clearTimeout(timer)
    }
  }, [])
}
