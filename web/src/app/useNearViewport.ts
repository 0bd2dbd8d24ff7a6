// Whether an element is near the viewport, so that parts below the fold load their data only then.

import { type RefObject, useEffect, useRef, useState } from 'react'

export function useNearViewport<E extends Element>(
  margin = '400px',
): [place: RefObject<E | null>, isNear: boolean] {
  const ref = useRef<E>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setNear(true)
        watcher.disconnect()
      },
      { rootMargin: margin },
    )
    watcher.observe(ref.current)
    return () => watcher.disconnect()
  }, [margin])
  return [ref, isNear]
}
