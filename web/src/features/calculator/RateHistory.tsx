// The central bank's euro rate over the last 12 months, with a dot at the newest one.

import { useGetRateHistoryQuery } from '../../api/editions.ts'
import type { QuotedRate } from '../../api/wire/calculator.ts'
import { formatDay, formatShortDay } from '../../lib/dates.ts'
import { useHydrated } from '../../platform/useHydrated.ts'
import { QueryView } from '../../shared/QueryView.tsx'
import { rateHistory as texts } from '../../shared/texts/rateHistory.ts'
import { pickLastOfEachMonth } from '../../ui/chartGeometry.ts'
import { LineChart } from '../../ui/LineChart.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import './rateHistory.css'

/** With fewer rates no line is drawn. */
const minRates = 3

const formatChartDay = (at: number) => formatShortDay(new Date(at).toISOString().slice(0, 10))

export default function RateHistory() {
  const query = useGetRateHistoryQuery()
  const isHydrated = useHydrated()
  const skeleton = <Skeleton height={210} />
  return (
    <section id="rate-history" className="calc-rates" aria-labelledby="rate-history-title">
      <h3 id="rate-history-title">{texts.title}</h3>
      {/* In the served HTML nothing is loading yet, so the skeleton is not marked as busy. */}
      {isHydrated ? (
        <QueryView query={query} errorTitle={texts.failed} skeleton={skeleton}>
          {({ rates }) => <RateLine rates={rates} />}
        </QueryView>
      ) : (
        skeleton
      )}
    </section>
  )
}

function RateLine({ rates }: { rates: readonly QuotedRate[] }) {
  const first = rates[0]
  const last = rates.at(-1)
  if (!first || !last) return <p className="ink2">{texts.empty}</p>
  if (rates.length < minRates)
    return <p className="ink2">{texts.collecting(formatDay(first.date))}</p>
  return (
    <>
      <p className="ink2">
        {texts.lead(last.value, formatDay(last.date), first.value, formatDay(first.date))}
      </p>
      <LineChart
        label={texts.label(first.value, last.value)}
        points={rates.map(toPoint)}
        rows={pickLastOfEachMonth(rates).map(toPoint)}
        formatValue={texts.rate}
        formatMoment={formatChartDay}
        table={texts.table}
      />
    </>
  )
}

const toPoint = ({ date, value }: QuotedRate) => ({ at: Date.parse(date), value })
