import { useLayoutEffect, useRef } from 'react'

/** Scrolls the current link of a row into view, if the row scrolls sideways. `name` identifies the current link. */
export function useScrollToCurrent<Row extends HTMLElement>(name: string) {
  const row = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name is another current link.
  useLayoutEffect(() => {
    const current = row.current?.querySelector('[aria-current="page"]')
    if (!row.current || !current) return
    const visible = row.current.getBoundingClientRect()
    const link = current.getBoundingClientRect()
    row.current.scrollLeft += link.left - visible.left - (visible.width - link.width) / 2
  }, [name])
  return row
}
