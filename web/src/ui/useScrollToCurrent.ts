import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** For a row of links that scrolls sideways: the current link is scrolled into view. */
export function useScrollToCurrentLink() {
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another current link.
  useLayoutEffect(() => {
    const current = row.current?.querySelector('[aria-current="page"]')
    if (!row.current || !current) return
    const visible = row.current.getBoundingClientRect()
    const link = current.getBoundingClientRect()
    row.current.scrollLeft += link.left - visible.left - (visible.width - link.width) / 2
  }, [pathname])
  return row
}
