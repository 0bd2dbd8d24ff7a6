import { formatNumber } from '../../lib/numbers.ts'
import type { Dimension, Point } from './types.ts'

const round = (n: number) => Number(n.toFixed(1))

/**
 * A figure between two ticks. `u` is mm per px, so that texts and ticks keep their size on the
 * screen.
 */
type DimensionMarkProps = {
  dim: Dimension
  u: number
  unit?: string
}

export function DimensionMark({ dim, u, unit }: DimensionMarkProps) {
  const text = unit ? `${formatNumber(dim.value)}\u00a0${unit}` : formatNumber(dim.value)
  const { lines, tick, x, y, turn } = dim.axis === 'x' ? drawLevel(dim, u) : drawUpright(dim, u)
  return (
    <g className="ui-dim">
      <path className="ui-dim-ext" d={lines[0]} />
      <path className="ui-dim-line" d={lines[1]} />
      <path className="ui-dim-tick" d={tick} />
      <text
        x={x}
        y={y}
        fontSize={round(13 * u)}
        textAnchor="middle"
        transform={turn ? `rotate(-90 ${x} ${y})` : undefined}
      >
        {text}
      </text>
    </g>
  )
}

function drawLevel({ from, to, at }: Dimension, u: number) {
  const t = 4 * u
  const ext = ([x, y]: Point) => {
    const way = at > y ? 1 : -1
    return `M${round(x)} ${round(y + way * 5 * u)}V${round(at + way * 5 * u)}`
  }
  const tick = (x: number) => `M${round(x - t)} ${round(at + t)}L${round(x + t)} ${round(at - t)}`
  return {
    lines: [ext(from) + ext(to), `M${from[0]} ${at}H${to[0]}`],
    tick: tick(from[0]) + tick(to[0]),
    x: round((from[0] + to[0]) / 2),
    y: round(at - 6 * u),
    turn: false,
  }
}

function drawUpright({ from, to, at }: Dimension, u: number) {
  const t = 4 * u
  const ext = ([x, y]: Point) => {
    const way = at > x ? 1 : -1
    return `M${round(x + way * 5 * u)} ${round(y)}H${round(at + way * 5 * u)}`
  }
  const tick = (y: number) => `M${round(at - t)} ${round(y + t)}L${round(at + t)} ${round(y - t)}`
  return {
    lines: [ext(from) + ext(to), `M${at} ${from[1]}V${to[1]}`],
    tick: tick(from[1]) + tick(to[1]),
    x: round(at - 6 * u),
    y: round((from[1] + to[1]) / 2),
    turn: true,
  }
}
