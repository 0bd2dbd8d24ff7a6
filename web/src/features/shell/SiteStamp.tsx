// The title block of the page: its name, its scale, and the rates that its figures use.

import { type RefObject, useEffect, useRef, useState } from 'react'
import { useGetEditionsQuery, useGetRatesQuery } from '../../api/editions.ts'
import { numericDay } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { NBSP } from '../../lib/spaces.ts'
import { useRouteHandle } from '../../shared/routeHandle.ts'
import { footer } from '../../shared/texts/footer.ts'
import { Stamp } from '../../ui/Stamp.tsx'

const { stamp } = footer
const unknown = '—'

/** Requested when the title block is near the viewport; a dash until then, never a value that may be outdated. */
function useRates(isNear: boolean) {
  const rates = useGetRatesQuery(undefined, { skip: !isNear }).data
  const editions = useGetEditionsQuery(undefined, { skip: !isNear }).data
  return {
    edition: editions?.current ?? editions?.default ?? unknown,
    euro: rates ? `${formatNumber(rates.eurRate.value, 'num', 4)}${NBSP}₽` : unknown,
  }
}

/** Known only in the browser: a prerendered page is read on a later day. */
function useToday() {
  const [today, setToday] = useState(NBSP)
  useEffect(() => setToday(numericDay(new Date())), [])
  return today
}

/** The prerendered shell of client-only pages has no page, and hydration has to match it first. */
function useStampHandle() {
  const handle = useRouteHandle()
  const [isFound, setFound] = useState(false)
  useEffect(() => setFound(true), [])
  return isFound ? handle : {}
}

export function SiteStamp() {
  const { stampTitle = '—', stampScale = '1 : 1' } = useStampHandle()
  const [place, isNear] = useNearViewport<HTMLDivElement>()
  const { edition, euro } = useRates(isNear)
  const today = useToday()
  return (
    <div ref={place}>
      <Stamp
        className="sh-stamp"
        cells={[
          { term: stamp.page, value: stampTitle, span: 4 },
          { term: stamp.scale, value: stampScale },
          { term: stamp.edition, value: edition },
          { term: stamp.rate, value: euro },
          { term: stamp.date, value: today },
        ]}
      />
    </div>
  )
}

// Whether an element is near the viewport, so that parts below the fold load their data only then.

function useNearViewport<E extends Element>(
  margin = '400px',
): [place: RefObject<E | null>, isNear: boolean] {
  const ref = useRef<E>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setNear(true)
        watcher.disconnect()
      },
      { rootMargin: margin },
    )
    watcher.observe(ref.current)
    return () => watcher.disconnect()
  }, [margin])
  return [ref, isNear]
}
