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
    if (element.getBoundingClientRect().top < window.innerHeight) return
    setState('waiting')
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setState('entering')
        watcher.disconnect()
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
