import { type ReactNode, useEffect, useRef, useState } from 'react'
import './Reveal.css'

/**
 * Enters once, 120 px after its edge came into the window. What is on the screen at the start, and
 * everything without JavaScript or motion, is simply there: nothing is hidden before it is known to be below.
 */
export function Reveal({ children, className = '' }: { children: ReactNode; className?: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'there' | 'waiting' | 'entering'>('there')
  useEffect(() => {
    const element = box.current
    if (!element || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let isKnown = false
    // The first entry reports the position; reading it here would force a layout of the page.
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const isThere = !isKnown && entry.boundingClientRect.top < window.innerHeight
        if (!isThere) setState(entry.isIntersecting ? 'entering' : 'waiting')
        if (isThere || entry.isIntersecting) watcher.disconnect()
        isKnown = true
      },
      { rootMargin: '0px 0px -120px 0px' },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return (
    <div ref={box} className={`ui-reveal is-${state} ${className}`}>
      {children}
    </div>
  )
}
