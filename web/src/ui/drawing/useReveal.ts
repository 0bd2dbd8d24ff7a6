import { type RefObject, useEffect, useState } from 'react'
import { useInView } from '../useInView.ts'
import { useReducedMotion } from '../useReducedMotion.ts'

/** State of a drawing: waiting to be visible, being drawn stroke by stroke, or complete. */
export function useReveal(ref: RefObject<Element | null>, isEnabled: boolean, isLoaded: boolean) {
  const prefersReducedMotion = useReducedMotion()
  const isSeen = useInView(ref, 40)
  const [isDone, setDone] = useState(!isEnabled)
  const isDrawing = isEnabled && !prefersReducedMotion && isLoaded && isSeen && !isDone
  useEffect(() => {
    if (!isDrawing) return
    const timer = setTimeout(() => setDone(true), 1400)
    return () => clearTimeout(timer)
  }, [isDrawing])
  if (!isEnabled || prefersReducedMotion || isDone) return ''
  return isDrawing ? 'is-drawing' : 'is-waiting'
}
