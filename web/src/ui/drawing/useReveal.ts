import { type RefObject, useEffect, useState } from 'react'
import { useInView } from '../useInView'
import { useStill } from '../useStill'

/** How far a drawing is: waiting to be seen, being drawn stroke by stroke, or there. */
export function useReveal(ref: RefObject<Element | null>, wanted: boolean, isLoaded: boolean) {
  const isStill = useStill()
  const isSeen = useInView(ref, 40)
  const [isDone, setDone] = useState(!wanted)
  const isDrawing = wanted && !isStill && isLoaded && isSeen && !isDone
  useEffect(() => {
    if (!isDrawing) return
    const timer = setTimeout(() => setDone(true), 1400)
    return () => clearTimeout(timer)
  }, [isDrawing])
  if (!wanted || isStill || isDone) return ''
  return isDrawing ? 'is-drawing' : 'is-waiting'
}
