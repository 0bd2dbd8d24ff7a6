import { useEffect, useRef } from 'react'

/** Calls `onEnd` after `ms` that were not paused; never when null. A new `ms` starts again. */
export function usePausableTimeout(ms: number | null, isPaused: boolean, onEnd: () => void) {
  const left = useRef<{ of: number | null; ms: number }>({ of: null, ms: 0 })
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (left.current.of !== ms) left.current = { of: ms, ms: ms ?? 0 }
    if (ms === null || isPaused) return
    const startedAt = performance.now()
    const remaining = left.current
    const timer = setTimeout(() => end.current(), remaining.ms)
    return () => {
      clearTimeout(timer)
      remaining.ms = Math.max(0, remaining.ms - (performance.now() - startedAt))
    }
  }, [ms, isPaused])
}
