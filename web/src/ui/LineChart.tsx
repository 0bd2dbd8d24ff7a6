import type { CSSProperties } from 'react'
import { Disclosure } from './Disclosure.tsx'
import { drawLine, type Point } from './lineChart.ts'
import './Hatch.css'
import './LineChart.css'

type Props = {
  /** Text alternative of the chart, with its lowest, highest and last value. */
  label: string
  points: readonly Point[]
  /** The scale starts at zero. */
  isFromZero?: boolean
  /** The formatted value and time, beside the chart and in its table. */
  formatValue: (value: number) => string
  formatMoment: (at: number) => string
  /** Rows of the table with the chart's values; by default the points. */
  rows?: readonly Point[]
  table: { summary: string; moment: string; value: string }
}

/** A line over a hatched area with a dot at its last value, and a table of the same values. */
export function LineChart(props: Props) {
  const { points, formatValue, formatMoment, table, rows = points } = props
  const line = drawLine(points, props.isFromZero)
  const first = points[0]
  const last = points.at(-1)
  const end = line?.points.at(-1)
  if (!line || !first || !last || !end) return null
  const corners = line.points.map(({ x, y }) => `${percent(x)} ${percent(y)}`)
  return (
    <div className="ui-line-chart">
      <div className="ui-line-plot" role="img" aria-label={props.label}>
        <i
          className="ui-line-ground ui-hatch ui-hatch-slant"
          style={{ clipPath: `polygon(0% 100%, ${corners.join(', ')}, 100% 100%)` }}
        />
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          <polyline points={line.points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        </svg>
        <i
          className="ui-line-dot"
          style={{ '--x': percent(end.x), '--y': percent(end.y) } as CSSProperties}
        />
      </div>
      <div className="ui-line-scale num" aria-hidden="true">
        <span>{formatMoment(first.at)}</span>
        <span>
          {line.low === line.high
            ? formatValue(line.low)
            : `${formatValue(line.low)} — ${formatValue(line.high)}`}
        </span>
        <span>{formatMoment(last.at)}</span>
      </div>
      <Disclosure className="s" summary={table.summary}>
        <table className="ui-line-table">
          <thead>
            <tr>
              <th scope="col">{table.moment}</th>
              <th scope="col">{table.value}</th>
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map(({ at, value }) => (
              <tr key={at}>
                <td className="num">{formatMoment(at)}</td>
                <td className="num">{formatValue(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </div>
  )
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`
