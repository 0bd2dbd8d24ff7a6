// Two cells of the footer: the euro rate of the calculations, and today's date.

import { type RefObject, useEffect, useRef, useState } from 'react'
import { useGetRatesQuery } from '../../api/editions.ts'
import { formatNumericDay } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { NBSP } from '../../lib/spaces.ts'
import { footer } from '../../shared/texts/footer.ts'
import { Stamp } from '../../ui/Stamp.tsx'

const { stamp } = footer

/**
 * The rate is requested when the footer is near the viewport. Until then, and without scripts, only the
 * source of the rate is named, because a prerendered rate would be outdated.
 */
function useRate(isNear: boolean): string {
  const rate = useGetRatesQuery(undefined, { skip: !isNear }).data?.eurRate
  if (!rate) return stamp.rateUnknown
  const value = `${formatNumber(rate.value, 'num', 4)}${NBSP}₽`
  return rate.date ? stamp.rateOf(value, formatNumericDay(rate.date)) : value
}

/** Today's date. Only the browser knows it, because a prerendered page is read on a later day. */
function useToday() {
  const [today, setToday] = useState(NBSP)
  useEffect(() => setToday(formatNumericDay(new Date())), [])
  return today
}

export function SiteStamp() {
  const [container, isNear] = useNearViewport<HTMLDivElement>()
  const rate = useRate(isNear)
  const today = useToday()
  return (
    <div ref={container}>
      <Stamp
        className="sh-stamp"
        cells={[
          { term: stamp.rate, value: rate, span: 8 },
          { term: stamp.date, value: today, span: 4 },
        ]}
      />
    </div>
  )
}

/** Whether an element is near the viewport. Parts below the first screen load their data only then. */
function useNearViewport<E extends Element>(
  margin = '400px',
): [container: RefObject<E | null>, isNear: boolean] {
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
