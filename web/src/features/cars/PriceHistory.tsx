// The price of a car over the last 12 months: a step for each day on which the price changed.

import type { CarRead } from '../../api/wire/content.ts'
import { formatDay, formatShortDay, toIsoDay } from '../../lib/dates.ts'
import { formatRoubles } from '../../lib/numbers.ts'
import { priceHistory as texts } from '../../shared/texts/cars.ts'
import { toSteps } from '../../ui/chartGeometry.ts'
import { LineChart } from '../../ui/LineChart.tsx'

const formatChartDay = (at: number) => formatShortDay(new Date(at).toISOString())

export function PriceHistory({ car, now = Date.now() }: { car: CarRead; now?: number }) {
  const prices = (car.price_history ?? []).map(({ day: changedOn, price_rub }) => ({
    at: Date.parse(changedOn),
    value: price_rub,
  }))
  const first = prices[0]
  const last = prices.at(-1)
  if (!first || !last) return null
  const since = formatDay(car.price_history?.[0]?.day ?? '')
  const today = Math.max(last.at, Date.parse(toIsoDay(now)))
  const points = toSteps(today > last.at ? [...prices, { at: today, value: last.value }] : prices)
  const change = last.value - first.value
  return (
    <section className="page cars-history" aria-labelledby="history-title">
      <h2 id="history-title" className="h3">
        {texts.title}
      </h2>
      <p className="s ink2">
        {prices.length > 1 ? texts.change(change, since) : texts.unchanged(since)}
      </p>
      {prices.length > 1 && (
        <LineChart
          label={texts.label(formatRoubles(first.value, 'text'), formatRoubles(last.value, 'text'))}
          points={points}
          rows={prices}
          formatValue={(value) => formatRoubles(value)}
          formatMoment={formatChartDay}
          table={texts.table}
        />
      )}
    </section>
  )
}
