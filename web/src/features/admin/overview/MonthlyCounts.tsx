// Leads, bookings and orders of the last 12 months, side by side, with a table of the same numbers.

import { calls } from '../../../api/calls.ts'
import type { MonthRead } from '../../../api/wire/content.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { months as texts } from '../../../shared/texts/adminPanel.ts'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { type Hatch, Swatch } from '../../../ui/Swatch.tsx'
import { useAdminQuery } from '../adminApi.ts'

type Series = { name: string; hatch: Hatch; count: (month: MonthRead) => number }

const series: readonly Series[] = [
  { name: texts.leads, hatch: 'slant', count: ({ contacts, requests }) => contacts + requests },
  { name: texts.bookings, hatch: 'cross', count: ({ bookings }) => bookings },
  { name: texts.orders, hatch: 'solid', count: ({ orders }) => orders },
]

const monthFormat = new Intl.DateTimeFormat('ru', { month: 'short', timeZone: 'UTC' })
const monthAndYearFormat = new Intl.DateTimeFormat('ru', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

const formatSum = (rows: readonly MonthRead[], count: Series['count']) =>
  formatNumber(rows.reduce((sum, row) => sum + count(row), 0))

export function MonthlyCounts() {
  const query = useAdminQuery(calls.adminMonths, ['Contact', 'Request', 'Booking', 'Order'])
  return (
    <QueryView query={query} errorTitle={texts.failed} skeleton={<Skeleton height="14rem" />}>
      {({ items = [] }) => <MonthChart rows={items} />}
    </QueryView>
  )
}

function MonthChart({ rows }: { rows: readonly MonthRead[] }) {
  const highest = Math.max(0, ...rows.flatMap((row) => series.map(({ count }) => count(row))))
  if (highest === 0)
    return (
      <section className="stack-16 ad-block" aria-labelledby="overview-months">
        <h3 id="overview-months">{texts.title}</h3>
        <p className="s ink2">{texts.empty}</p>
      </section>
    )
  return (
    <section className="stack-16 ad-block" aria-labelledby="overview-months">
      <h3 id="overview-months">{texts.title}</h3>
      <p className="s ink2 row-wrap ad-row">
        {texts.caption}
        {series.map(({ name, hatch }) => (
          <span key={name} className="row">
            <Swatch hatch={hatch} /> {name}
          </span>
        ))}
      </p>
      <div
        className="ad-months"
        role="img"
        aria-label={texts.label(
          formatSum(rows, ({ orders }) => orders),
          formatSum(rows, ({ contacts, requests }) => contacts + requests),
        )}
      >
        <span className="ad-months-scale xs mute num">{formatNumber(highest)}</span>
        {rows.map((row) => (
          <span key={row.month} className="ad-month">
            <span className="ad-month-bars">
              {series.map(({ name, hatch, count }) => (
                <i
                  key={name}
                  className={`ui-hatch ui-hatch-${hatch}`}
                  style={{ height: `${(count(row) / highest) * 100}%` }}
                  data-empty={count(row) === 0}
                />
              ))}
            </span>
            <span className="xs mute">{monthFormat.format(Date.parse(row.month))}</span>
          </span>
        ))}
      </div>
      <Disclosure className="s" summary={texts.table}>
        <table className="ad-months-table">
          <thead>
            <tr>
              <th scope="col">{texts.month}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map((row) => (
              <tr key={row.month}>
                <th scope="row">{monthAndYearFormat.format(Date.parse(row.month))}</th>
                {series.map(({ name, count }) => (
                  <td key={name} className="num">
                    {formatNumber(count(row))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </section>
  )
}
