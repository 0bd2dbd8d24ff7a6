import { type RefObject, useEffect, useState } from 'react'

/** The width of an element in px; `assumed` until it has been measured. */
export function useWidth(ref: RefObject<Element | null>, assumed: number): number {
  const [width, setWidth] = useState(assumed)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const watcher = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [ref])
  return width
}
