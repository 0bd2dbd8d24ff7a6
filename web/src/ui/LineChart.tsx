import type { CSSProperties } from 'react'
import { type ChartPoint, computeLine, splitAtGaps } from './chartGeometry.ts'
import { Disclosure } from './Disclosure.tsx'
import './Hatch.css'
import './LineChart.css'

type Corner = { x: number; y: number }

type Props = {
  /** Text alternative of the chart, with its lowest, highest and last value. */
  label: string
  points: readonly ChartPoint[]
  /** The scale starts at zero. */
  isFromZero?: boolean
  /** A thinner line of other values at the same moments, with a column of its own in the table. */
  upper?: readonly ChartPoint[]
  /** Longer distances between two points, in ms, are left open: nothing was measured there. */
  gap?: number
  /** Moments of a change, drawn as dashed lines. */
  marks?: readonly number[]
  /** The formatted value and time, beside the chart and in its table. */
  formatValue: (value: number) => string
  formatMoment: (at: number) => string
  /** Rows of the table with the chart's values; by default the points. */
  rows?: readonly ChartPoint[]
  /** The first cell of a row, if it says more than the moment. */
  formatRow?: (at: number) => string
  table: { summary: string; moment: string; value: string; upper?: string }
}

/** A line over a hatched area with a dot at its last value, and a table of the same values. */
export function LineChart(props: Props) {
  const { points, formatValue, formatMoment, table, rows = points, upper = [], gap } = props
  const { marks = [], formatRow = formatMoment } = props
  const line = computeLine(points, props.isFromZero, upper)
  const first = points[0]
  const last = points.at(-1)
  const end = line?.points.at(-1)
  if (!line || !first || !last || !end) return null
  const splitCorners = (course: readonly ChartPoint[], corners: readonly Corner[]) =>
    splitAtGaps(
      course.map((point, index) => ({ ...point, corner: corners[index] as Corner })),
      gap ?? Number.POSITIVE_INFINITY,
    ).map((part) => part.map(({ corner }) => corner))
  const parts = splitCorners(points, line.points)
  const formatKnown = (value: number | undefined) =>
    value === undefined ? '—' : formatValue(value)
  const upperAt = new Map(upper.map(({ at, value }) => [at, value]))
  return (
    <div className="ui-line-chart">
      <div className="ui-line-plot" role="img" aria-label={props.label}>
        {parts.map((part) => (
          <i
            key={part[0]?.x}
            className="ui-line-ground ui-hatch ui-hatch-slant"
            style={{ clipPath: buildAreaPath(part) }}
          />
        ))}
        {marks.map((at) => (
          <i
            key={at}
            className="ui-line-mark"
            style={{ '--x': toCssPercent((at - first.at) / (last.at - first.at)) } as CSSProperties}
          />
        ))}
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          {splitCorners(upper, line.upper).map((part) => (
            <polyline key={part[0]?.x} className="is-upper" points={buildLinePath(part)} />
          ))}
          {parts.map((part) => (
            <polyline key={part[0]?.x} points={buildLinePath(part)} />
          ))}
        </svg>
        <i
          className="ui-line-dot"
          style={{ '--x': toCssPercent(end.x), '--y': toCssPercent(end.y) } as CSSProperties}
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
        <table className="ui-line-table" aria-label={props.label}>
          <thead>
            <tr>
              <th scope="col">{table.moment}</th>
              <th scope="col">{table.value}</th>
              {table.upper && <th scope="col">{table.upper}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map(({ at, value }) => (
              <tr key={at}>
                <th scope="row" className="num">
                  {formatRow(at)}
                </th>
                <td className="num">{formatValue(value)}</td>
                {table.upper && <td className="num">{formatKnown(upperAt.get(at))}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </div>
  )
}

/** The area below one part of the line. */
function buildAreaPath(part: readonly Corner[]): string {
  const corners = part.map(({ x, y }) => `${toCssPercent(x)} ${toCssPercent(y)}`)
  const from = toCssPercent(part[0]?.x ?? 0)
  const to = toCssPercent(part.at(-1)?.x ?? 1)
  return `polygon(${from} 100%, ${corners.join(', ')}, ${to} 100%)`
}

/** A part of one point becomes a short dash, because browsers draw no line without length. */
function buildLinePath(part: readonly Corner[]): string {
  const [first] = part
  const corners = first && part.length === 1 ? [first, { ...first, x: first.x + dashLength }] : part
  return corners.map(({ x, y }) => `${x},${y}`).join(' ')
}

/** Length of the dash, as a share of the width of the chart. */
const dashLength = 0.004

const toCssPercent = (share: number) => `${Math.round(share * 10_000) / 100}%`
