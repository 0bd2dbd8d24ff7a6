import { type RefObject, useEffect, useState } from 'react'

/** True once the element is `offset` px inside the viewport (negative: before it). It never becomes false again. */
export function useInView(ref: RefObject<Element | null>, offset = 0): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || isSeen) return
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
      },
      { rootMargin: `0px 0px ${-offset}px 0px` },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [ref, offset, isSeen])
  return isSeen
}
