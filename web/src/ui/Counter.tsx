import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '../lib/numbers.ts'
import './Counter.css'
import { useInView } from './useInView.ts'
import { useReducedMotion } from './useReducedMotion.ts'

type CounterProps = {
  value: number
  /** Small and raised: '+', '%'. */
  suffix?: string
  /** Duration of the count in ms. */
  duration?: number
  /** Large digits as on the home page; otherwise the surrounding size. */
  large?: boolean
}

const easeOut = (progress: number) => 1 - (1 - progress) ** 4

/**
 * Counts up once when it scrolls into view. Screen readers and the HTML have the final value from
 * the start.
 */
export function Counter({ value, suffix, duration = 3000, large }: CounterProps) {
  const box = useRef<HTMLSpanElement>(null)
  const isSeen = useInView(box)
  const prefersReducedMotion = useReducedMotion()
  const [share, setShare] = useState(1)
  useEffect(() => {
    if (!isSeen || prefersReducedMotion) return
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const progress = Math.min(1, (now - startedAt) / duration)
      setShare(easeOut(progress))
      if (progress < 1) frame = requestAnimationFrame(step)
    })
    return () => {
      cancelAnimationFrame(frame)
      setShare(1)
    }
  }, [isSeen, prefersReducedMotion, duration])
  return (
    <span ref={box} className={large ? 'ui-counter-figure is-large' : 'ui-counter-figure'}>
      <span className="sr">{`${value}${suffix ?? ''}`}</span>
      <span aria-hidden="true">
        {formatPlainFigure(Math.round(value * share))}
        {suffix && <sup>{suffix}</sup>}
      </span>
    </span>
  )
}

/** Numbers of four digits have no space. */
const formatPlainFigure = (value: number) => (value < 10_000 ? String(value) : formatNumber(value))
