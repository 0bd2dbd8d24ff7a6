import { type RefObject, useEffect, useState } from 'react'

/** True from the moment the element has come `offset` px into the window (below zero: so far before it). It never turns back. */
export function useInView(ref: RefObject<Element | null>, offset = 0): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || isSeen) return
    const watcher = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: `0px 0px ${-offset}px 0px` },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [ref, offset, isSeen])
  return isSeen
}
