// How fast each component answered the probes in the last 24 hours, 7 days or 90 days.

import { useState } from 'react'
import type { LatencyPoint } from '../../api/wire/status.ts'
import { formatNumericDay, formatShortDateTime, formatTime } from '../../lib/dates.ts'
import { formatWithUnit } from '../../lib/numbers.ts'
import { statusRefresh } from '../../shared/limits.ts'
import { findErrorToShow } from '../../shared/QueryView.tsx'
import { responseTimes as texts } from '../../shared/texts/status.ts'
import { LineChart } from '../../ui/LineChart.tsx'
import { RadioSegments } from '../../ui/RadioSegments.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type LatencyPeriod, useGetLatenciesQuery } from './statusApi.ts'

/** With fewer points there is no line to draw. */
const minPoints = 3
/** Seconds between two points if the response does not name the step. */
const defaultStepSeconds = 300
/** The line has a gap where two points are further apart than this many steps. */
const gapSteps = 1.5

const periods: { value: LatencyPeriod; label: string }[] = [
  { value: '24h', label: texts.periods['24h'] },
  { value: '7d', label: texts.periods['7d'] },
  { value: '90d', label: texts.periods['90d'] },
]

const formatMoment: Record<LatencyPeriod, (at: number) => string> = {
  '24h': formatTime,
  '7d': (at) => formatShortDateTime(at),
  '90d': formatNumericDay,
}

export function ResponseTimes() {
  const [period, setPeriod] = useState<LatencyPeriod>('24h')
  const query = useGetLatenciesQuery(period, { pollingInterval: statusRefresh })
  const { currentData } = query
  const hasFailed = Boolean(findErrorToShow(query))
  const rows = currentData?.data ?? []
  const isCollecting = rows.every(({ points }) => (points ?? []).length < minPoints)
  return (
    <section className="section page" aria-labelledby="times-title">
      <div className="status-times-head">
        <h2 id="times-title">{texts.title}</h2>
        <RadioSegments
          label={texts.period}
          options={periods}
          value={period}
          onChange={(event) => setPeriod(event.target.value as LatencyPeriod)}
        />
      </div>
      {hasFailed && (
        <p className="ink2" role="status">
          {texts.unknown}
        </p>
      )}
      {!currentData && !hasFailed && <Skeleton height={180} />}
      {currentData && (
        <>
          <p className="ink2">{isCollecting ? texts.collecting[period] : texts.lead[period]}</p>
          {!isCollecting && (
            <ul className="status-times-list">
              {rows.map(({ id, name, points }) => (
                <li key={id}>
                  <p className="s strong">{name}</p>
                  <LatencyChart
                    name={name}
                    points={points ?? []}
                    period={period}
                    stepSeconds={currentData.stepSeconds ?? defaultStepSeconds}
                  />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

type LatencyChartProps = {
  name: string
  points: LatencyPoint[]
  period: LatencyPeriod
  stepSeconds: number
}

function LatencyChart({ name, points, period, stepSeconds }: LatencyChartProps) {
  if (points.length < minPoints) return <p className="s mute">{texts.noPoints}</p>
  const median = points.map(({ at, ms, p50 }) => ({ at: Date.parse(at), value: p50 ?? ms }))
  const percentile95 = points.flatMap(({ at, p95 }) =>
    typeof p95 === 'number' ? [{ at: Date.parse(at), value: p95 }] : [],
  )
  return (
    <LineChart
      label={texts.label(name, texts.periodNames[period], formatMs(median.at(-1)?.value ?? 0))}
      points={median}
      upper={percentile95}
      gap={stepSeconds * 1000 * gapSteps}
      isFromZero
      formatValue={formatMs}
      formatMoment={formatMoment[period]}
      table={{ ...texts.table, moment: texts.moment[period] }}
    />
  )
}

const formatMs = (value: number) => formatWithUnit(value, texts.unit)
