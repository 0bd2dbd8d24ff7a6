// How fast each component answered the probes in the last 24 hours.

import { time } from '../../lib/dates.ts'
import { formatWithUnit } from '../../lib/numbers.ts'
import { statusRefresh } from '../../shared/limits.ts'
import { responseTimes as texts } from '../../shared/texts/status.ts'
import { LineChart } from '../../ui/LineChart.tsx'
import { useGetLatenciesQuery } from './statusApi.ts'

/** Fewer points are no course. */
const fewest = 3

export function ResponseTimes() {
  const { data } = useGetLatenciesQuery(undefined, { pollingInterval: statusRefresh })
  const rows = (data?.data ?? []).map(({ id, name, points }) => ({
    id,
    name,
    points: (points ?? []).map(({ at, ms }) => ({ at: Date.parse(at), value: ms })),
  }))
  if (rows.length === 0) return null
  const isCollecting = rows.every(({ points }) => points.length < fewest)
  return (
    <section className="section page status-times" aria-labelledby="times-title">
      <h2 id="times-title">{texts.title}</h2>
      <p className="ink2">{isCollecting ? texts.collecting : texts.lead}</p>
      {!isCollecting && (
        <ul className="status-times-list">
          {rows.map(({ id, name, points }) => (
            <li key={id}>
              <p className="s strong">{name}</p>
              {points.length < fewest ? (
                <p className="s mute">{texts.noPoints}</p>
              ) : (
                <LineChart
                  label={texts.label(name, formatMs(points.at(-1)?.value ?? 0))}
                  points={points}
                  isFromZero
                  formatValue={formatMs}
                  formatMoment={time}
                  table={texts.table}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const formatMs = (value: number) => formatWithUnit(value, texts.unit)
