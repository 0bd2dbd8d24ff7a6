import { useEffect, useRef } from 'react'

/** Calls `onEnd` after `ms` of life that was not paused; null lives for ever. A new `ms` is a new life. */
export function useLife(ms: number | null, isPaused: boolean, onEnd: () => void) {
  const left = useRef<{ of: number | null; ms: number }>({ of: null, ms: 0 })
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (left.current.of !== ms) left.current = { of: ms, ms: ms ?? 0 }
    if (ms === null || isPaused) return
    const startedAt = performance.now()
    const life = left.current
    const timer = setTimeout(() => end.current(), life.ms)
    return () => {
      clearTimeout(timer)
      life.ms = Math.max(0, life.ms - (performance.now() - startedAt))
    }
  }, [ms, isPaused])
}
