// The start screen of a browser session's first visit. It covers the prerendered page, which is
// painted at once; platform/boot.js decides before the first paint whether it is shown.

import { useEffect, useState } from 'react'
import { tabKeys } from '../../platform/storage.ts'
import { brand } from '../../shared/brand.ts'
import { shell } from '../../shared/texts/shell.ts'
import { LogoMark } from './Logo.tsx'
import './Splash.css'

/** Minimum duration of the start screen, in ms. */
export const startUpScreenMinimum = 1500

/**
 * Time of the first frame in ms since the navigation, or the current time if the browser does not
 * report it.
 */
function readFirstFrameTime(): number {
  return performance.getEntriesByType('paint')[0]?.startTime ?? performance.now()
}

/** The steps of the load. The progress line moves when a step is done. */
function createLoadSteps(): Promise<unknown>[] {
  const loaded = new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', () => resolve(), { once: true })
  })
  const shownLongEnough = new Promise<void>((resolve) => {
    const remaining = startUpScreenMinimum - (performance.now() - readFirstFrameTime())
    setTimeout(resolve, Math.max(0, remaining))
  })
  // Reading `fonts.ready` during hydration would force a layout of the whole page.
  const fonts = loaded.then(() => document.fonts?.ready)
  return [Promise.resolve(), loaded, fonts, shownLongEnough]
}

function useLoadProgress(): { isShown: boolean; percent: number } {
  const [isShown, setShown] = useState(true)
  const [percent, setPercent] = useState(10)
  useEffect(() => {
    const root = document.documentElement
    if (root.dataset.splash !== 'shown') {
      setShown(false)
      return
    }
    let isMounted = true
    let done = 0
    const steps = createLoadSteps()
    for (const step of steps)
      step.then(() => {
        done += 1
        if (isMounted) setPercent(Math.round((done / steps.length) * 100))
      })
    Promise.all(steps).then(() => {
      if (!isMounted) return
      try {
        sessionStorage.setItem(tabKeys.startScreenSeen, 'true')
      } catch {
        // Without storage the start screen is shown again after the next load.
      }
      delete root.dataset.splash
      setShown(false)
    })
    return () => {
      isMounted = false
    }
  }, [])
  return { isShown, percent }
}

export function Splash() {
  const { isShown, percent } = useLoadProgress()
  if (!isShown) return null
  return (
    <div
      className="sh-splash"
      role="progressbar"
      aria-label={shell.loading}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className="stack-8 sh-splash-page">
        <LogoMark />
        <span className="sh-splash-monogram">{brand.monogram}</span>
        <span className="cap">{brand.tagline}</span>
        <svg className="sh-splash-line" viewBox="0 0 320 16" aria-hidden="true">
          <path d="M4 8H316" />
          <path
            d="M4 8H316"
            className="sh-splash-done"
            style={{ transform: `scaleX(${percent / 100})` }}
          />
          <circle cx="4" cy="8" r="3.5" />
          <circle cx="316" cy="8" r="3.5" />
        </svg>
      </div>
    </div>
  )
}
