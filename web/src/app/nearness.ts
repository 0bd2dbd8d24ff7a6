// Whether a part of the page has come near the window: what is below the fold asks for its data then.

import { type RefObject, useEffect, useRef, useState } from 'react'

export function useNearness<E extends Element>(
  margin = '400px',
): [place: RefObject<E | null>, isNear: boolean] {
  const place = useRef<E>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setNear(true)
        watcher.disconnect()
      },
      { rootMargin: margin },
    )
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [margin])
  return [place, isNear]
}
