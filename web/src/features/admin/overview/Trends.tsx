// New records by day: the last seven days against the seven days before.

import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import { formatShortDay, toIsoDay } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { pages } from '../../../shared/paths.ts'
import { findErrorToShow, type QueryState } from '../../../shared/QueryView.tsx'
import { overview, sectionNames } from '../../../shared/texts/adminPanel.ts'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { uiTexts } from '../../../ui/texts.ts'
import { type TagType, useAllRows } from '../adminApi.ts'

const daysInWeek = 7
const dayMs = 24 * 60 * 60 * 1000

const lists = [
  ['requests', 'Request'],
  ['contacts', 'Contact'],
  ['orders', 'Order'],
] as const

/** The last 14 days in Moscow as 'YYYY-MM-DD', today last. */
function listLastTwoWeeks(now = Date.now()): string[] {
  return Array.from({ length: 2 * daysInWeek }, (_, i) =>
    toIsoDay(now - (2 * daysInWeek - 1 - i) * dayMs),
  )
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

export function Trends() {
  return (
    <section className="stack-16 ad-block" aria-labelledby="overview-trends">
      <h3 id="overview-trends">{overview.trends}</h3>
      <ul className="stack-12 ad-trends">
        {lists.map(([list, tag]) => (
          <Trend key={list} list={list} tag={tag} />
        ))}
      </ul>
    </section>
  )
}

type List = (typeof lists)[number][0]

/** The row of a list whose records are still loading or could not be loaded. */
function UncountedTrend({ list, query }: { list: List; query: QueryState<unknown> }) {
  return (
    <li aria-label={sectionNames[list]}>
      <Link to={pages.adminSection(list)}>{sectionNames[list]}</Link>
      {findErrorToShow(query) ? (
        <>
          <b className="num">—</b>
          <span className="s mute" role="status">
            {overview.trendFailed}
          </span>
          <Button variant="text" small onClick={() => void query.refetch()}>
            {uiTexts.retry}
          </Button>
        </>
      ) : (
        <Skeleton width={48} height={32} />
      )}
    </li>
  )
}

function Trend({ list, tag }: { list: List; tag: TagType }) {
  const days = listLastTwoWeeks()
  const query = useAllRows(calls.contentAdmin(list), [tag], {
    params: { sort: '-created_at' },
    since: days[0],
  })
  const { data } = query
  if (!data) return <UncountedTrend list={list} query={query} />
  const counts = days.map(
    (day) => data.filter(({ created_at }) => toIsoDay(created_at) === day).length,
  )
  const current = sum(counts.slice(daysInWeek))
  const change = current - sum(counts.slice(0, daysInWeek))
  const highest = Math.max(1, ...counts)
  return (
    <li aria-label={sectionNames[list]}>
      <Link to={pages.adminSection(list)}>{sectionNames[list]}</Link>
      <b className="num">{formatNumber(current)}</b>
      <span className="s mute">{overview.weekChange(change)}</span>
      <span className="ad-bars" aria-hidden="true">
        {days.map((day, i) => (
          <i key={day} style={{ height: `${((counts[i] ?? 0) / highest) * 100}%` }} />
        ))}
      </span>
      <span className="xs mute ad-bars-days num" aria-hidden="true">
        <span>{formatShortDay(days[0] ?? '')}</span>
        <span>{overview.today}</span>
      </span>
    </li>
  )
}
