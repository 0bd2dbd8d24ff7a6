// The title block of the sheet: what the page is, its scale, and the rates its figures stand on.

import { useEffect, useState } from 'react'
import { currencyDivisor } from '../../app/limits.ts'
import { useNearViewport } from '../../app/useNearViewport.ts'
import { useRouteHandle } from '../../app/routeHandle.ts'
import { footer } from '../../app/texts/shell.ts'
import { numericDay } from '../../lib/dates'
import { figure } from '../../lib/numbers'
import { NBSP } from '../../lib/spaces'
import { Stamp as Drawn } from '../../ui/Stamp'
import { useGetEditionInForceQuery, useGetRateInUseQuery } from './ratesApi.ts'

const { stamp } = footer
const defaultEdition = 'ru-2025-01'

/** Asked for when the stamp comes near: nothing above it waits for these figures. */
function useRates(isNear: boolean) {
  const rates = useGetRateInUseQuery(undefined, { skip: !isNear }).data
  const editions = useGetEditionInForceQuery(undefined, { skip: !isNear }).data
  return {
    edition: editions?.current ?? editions?.default ?? defaultEdition,
    euro: `${figure(rates?.eurRate.value ?? currencyDivisor, 'num', 4)}${NBSP}₽`,
  }
}

/** Known only in the browser: a prerendered page is read on another day than it was built. */
function useToday() {
  const [today, setToday] = useState(NBSP)
  useEffect(() => setToday(numericDay(new Date())), [])
  return today
}

/** The shell of client-only pages is written without a page in it, and must first be found as it is. */
function useShownSheet() {
  const told = useRouteHandle()
  const [isFound, setFound] = useState(false)
  useEffect(() => setFound(true), [])
  return isFound ? told : {}
}

export function Stamp() {
  const { stampTitle = '—', stampScale = '1 : 1' } = useShownSheet()
  const [place, isNear] = useNearViewport<HTMLDivElement>()
  const { edition, euro } = useRates(isNear)
  const today = useToday()
  return (
    <div ref={place}>
      <Drawn
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
