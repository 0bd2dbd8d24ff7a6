import { type RefObject, useEffect, useState } from 'react'
import { useInView } from '../useInView.ts'
import { useReducedMotion } from '../useReducedMotion.ts'

/**
 * The CSS class of a drawing: `is-waiting` until it is visible, `is-drawing` while it is drawn stroke by stroke, and
 * '' when it is complete.
 */
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
