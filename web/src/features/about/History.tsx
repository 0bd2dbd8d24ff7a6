import { type RefObject, useEffect, useRef, useState } from 'react'
import { aboutHistory } from '../../shared/texts/aboutHistory.ts'
import { JourneySection } from '../../ui/journey/JourneySection.tsx'

/** Share of the element's height above the line at 60% of the window's height, 0 to 1. */
function usePassedShare(list: RefObject<HTMLElement | null>) {
  const [share, setShare] = useState(0)
  useEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      const bounds = list.current?.getBoundingClientRect()
      if (!bounds?.height) return
      const passed = (innerHeight * 0.6 - bounds.top) / bounds.height
      setShare(Math.min(1, Math.max(0, passed)))
    }
    const measureInNextFrame = () => {
      frame ||= requestAnimationFrame(measure)
    }
    measure()
    addEventListener('scroll', measureInNextFrame, { passive: true })
    addEventListener('resize', measureInNextFrame, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', measureInNextFrame)
      removeEventListener('resize', measureInNextFrame)
    }
  }, [list])
  return share
}

/** The dot of the last year is at this share of the list's height. */
const lastStationShare = 0.86

/** The years are stations on a vertical line. The part of the line that was scrolled past is darker. */
export default function History() {
  const list = useRef<HTMLOListElement>(null)
  const share = usePassedShare(list)
  const lastIndex = aboutHistory.years.length - 1
  return (
    <JourneySection
      id="history"
      station="30°"
      title={aboutHistory.title}
      aside={<p>{aboutHistory.lead}</p>}
    >
      <div className="about-way">
        <div
          className="about-progress"
          role="progressbar"
          aria-label={aboutHistory.progress}
          aria-valuenow={Math.round(share * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ height: `${share * 100}%` }} />
        </div>
        <ol ref={list}>
          {aboutHistory.years.map(({ year, title, text }, index) => (
            <li key={year} data-passed={share >= (index / lastIndex) * lastStationShare}>
              <span className="about-year num">{year}</span>
              <div className="stack-8">
                <h3>{title}</h3>
                <p className="ink2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </JourneySection>
  )
}
