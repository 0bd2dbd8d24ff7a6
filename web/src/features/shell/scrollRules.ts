// A new page is scrolled to the top, and its heading gets the focus. A hash scrolls to its element
// (followHash.ts). Routes of one scroll group count as one page.

import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useRouteHandle } from '../../shared/routeHandle.ts'

/** Most pages are opened without a hash, so the code that follows a hash is loaded with the first one. */
function followLater(hash: string): () => void {
  let isStopped = false
  let stop = () => {}
  void import('./followHash.ts').then(({ followHash }) => {
    if (!isStopped) stop = followHash(hash)
  })
  return () => {
    isStopped = true
    stop()
  }
}

/** The first page needs no focus, so this code is loaded with the second page. If the load fails, no focus is set. */
function restoreFocusLater() {
  import('../../ui/lostFocus.ts').then(
    ({ restoreFocus }) => restoreFocus(),
    () => undefined,
  )
}

export function useScrollRules() {
  const { pathname, hash, key } = useLocation()
  const { scrollGroup = pathname } = useRouteHandle()
  const lastGroup = useRef<string | null>(null)
  const lastKey = useRef<string | null>(null)

  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])

  // The same link pressed again has a new key and scrolls again.
  useEffect(() => {
    const isSameGroup = lastGroup.current === scrollGroup
    // The first page, or a route handle whose code has just been loaded.
    const isSameVisit = lastKey.current === null || lastKey.current === key
    lastGroup.current = scrollGroup
    lastKey.current = key
    if (hash) return followLater(hash)
    if (isSameGroup || isSameVisit) return
    scrollTo({ top: 0, behavior: 'instant' })
    restoreFocusLater()
  }, [scrollGroup, hash, key])
}
