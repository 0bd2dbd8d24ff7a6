import { useEffect, useState } from 'react'

/** Whether the page is scrolled further than `threshold` px. */
export function useScrolledPast(threshold: number): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    const update = () => setPast(scrollY > threshold)
    update()
    addEventListener('scroll', update, { passive: true })
    return () => removeEventListener('scroll', update)
  }, [threshold])
  return isPast
}
