import { useEffect, useState } from 'react'

/** Whether the page is scrolled further than `threshold` px. */
export function useScrolledPast(threshold: number): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    const look = () => setPast(scrollY > threshold)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [threshold])
  return isPast
}
