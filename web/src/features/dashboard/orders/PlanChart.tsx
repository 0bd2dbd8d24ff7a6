// Planned and actual times of an order on one scale of days. The table of the steps has the same
// dates as text.

import type { CSSProperties } from 'react'
import type { StepRead } from '../../../api/wire/content.ts'
import { formatShortDay, toIsoDay } from '../../../lib/dates.ts'
import { planChart as texts } from '../../../shared/texts/orders.ts'
import { Swatch } from '../../../ui/Swatch.tsx'
import { computePlanChart, type PlanRow } from './planRows.ts'
import '../charts.css'

type Props = { steps: readonly StepRead[]; now: Date }

/** A range as CSS variables, in shares of the scale's width. */
const toSpanStyle = ({ from, to }: { from: number; to: number }) =>
  ({ '--from': from, '--to': to }) as CSSProperties

export function PlanChart({ steps, now }: Props) {
  const chart = computePlanChart(steps, toIsoDay(now))
  if (!chart) return null
  return (
    <figure className="db-chart">
      <figcaption className="s ink2 row-wrap">
        <span className="row">
          <Swatch hatch="slant" /> {texts.plan}
        </span>
        <span className="row">
          <Swatch hatch="solid" /> {texts.actual}
        </span>
      </figcaption>
      <div className="db-plan" role="img" aria-label={texts.label}>
        {chart.rows.map((row) => (
          <Row key={row.key} row={row} today={chart.today} />
        ))}
        <div className="db-plan-row is-scale">
          <span />
          <span className="db-plan-scale num">
            <span>{formatShortDay(chart.first)}</span>
            <span>{formatShortDay(chart.last)}</span>
          </span>
        </div>
      </div>
    </figure>
  )
}

function Row({ row, today }: { row: PlanRow; today: number | null }) {
  return (
    <div className="db-plan-row">
      <span className="s">{row.title}</span>
      <span className="db-plan-line">
        <i className="db-plan-part ui-hatch ui-hatch-slant" style={toSpanStyle(row.plan)} />
        {row.actual && <i className="db-plan-part is-actual" style={toSpanStyle(row.actual)} />}
        {today !== null && (
          <i className="db-plan-today" style={{ '--from': today } as CSSProperties} />
        )}
      </span>
    </div>
  )
}
