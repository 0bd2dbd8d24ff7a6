import { type ReactNode, useEffect, useRef, useState } from 'react'
import { joinClasses } from '../classes.ts'
import './journey.css'
import '../Reveal.css'

/** The line that runs down a page. Each JourneySection inside is a station on it. */
export function JourneyLine({ children }: { children: ReactNode }) {
  return <div className="ui-journey">{children}</div>
}

type JourneySectionProps = {
  id: string
  title: ReactNode
  /** Beside the title, on its baseline. */
  aside?: ReactNode
  /** The degree of longitude, and perhaps a town: '10° Гамбург'. */
  station?: string
  /** The one station with an action. */
  live?: boolean
  /** The one inverted band of a page. */
  band?: boolean
  className?: string
  children?: ReactNode
}

export function JourneySection(props: JourneySectionProps) {
  const { id, title, aside, station, live, band, className } = props
  const titleId = `${id}-title`
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className={joinClasses('section page', band && 'band', className)}
    >
      {station && <Station name={station} live={live} />}
      <div className="head">
        <h2 id={titleId}>{title}</h2>
        {aside && <div className="aside">{aside}</div>}
      </div>
      <Reveal>{props.children}</Reveal>
    </section>
  )
}

export function Station({ name, live }: { name: string; live?: boolean }) {
  return (
    <span className={joinClasses('ui-station', live && 'is-live')} aria-hidden="true">
      <span>{name}</span>
    </span>
  )
}

/**
 * Animates its content once, 120 px after its edge has entered the window. Content on the first
 * screen, and everything without JavaScript or motion, is visible at once: nothing is hidden before
 * it is known to be below.
 */
function Reveal({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'shown' | 'waiting' | 'entering'>('shown')
  useEffect(() => {
    const element = box.current
    if (!element || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let isKnown = false
    // The first callback reports the position. Reading it here would force a layout of the page.
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const isOnScreen = !isKnown && entry.boundingClientRect.top < window.innerHeight
        if (!isOnScreen) setState(entry.isIntersecting ? 'entering' : 'waiting')
        if (isOnScreen || entry.isIntersecting) watcher.disconnect()
        isKnown = true
      },
      { rootMargin: '0px 0px -120px 0px' },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return (
    <div ref={box} className={`ui-reveal is-${state}`}>
      {children}
    </div>
  )
}
