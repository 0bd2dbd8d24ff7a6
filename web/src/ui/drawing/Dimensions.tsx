import { formatNumber } from '../../lib/numbers.ts'
import type { Dimension, Point } from './types.ts'

const f = (n: number) => Number(n.toFixed(1))

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
  const { lines, tick, x, y, turn } = dim.axis === 'x' ? level(dim, u) : upright(dim, u)
  return (
    <g className="ui-dim">
      <path className="ui-dim-ext" d={lines[0]} />
      <path className="ui-dim-line" d={lines[1]} />
      <path className="ui-dim-tick" d={tick} />
      <text
        x={x}
        y={y}
        fontSize={f(13 * u)}
        textAnchor="middle"
        transform={turn ? `rotate(-90 ${x} ${y})` : undefined}
      >
        {text}
      </text>
    </g>
  )
}

function level({ from, to, at }: Dimension, u: number) {
  const t = 4 * u
  const ext = ([x, y]: Point) => {
    const way = at > y ? 1 : -1
    return `M${f(x)} ${f(y + way * 5 * u)}V${f(at + way * 5 * u)}`
  }
  const tick = (x: number) => `M${f(x - t)} ${f(at + t)}L${f(x + t)} ${f(at - t)}`
  return {
    lines: [ext(from) + ext(to), `M${from[0]} ${at}H${to[0]}`],
    tick: tick(from[0]) + tick(to[0]),
    x: f((from[0] + to[0]) / 2),
    y: f(at - 6 * u),
    turn: false,
  }
}

function upright({ from, to, at }: Dimension, u: number) {
  const t = 4 * u
  const ext = ([x, y]: Point) => {
    const way = at > x ? 1 : -1
    return `M${f(x + way * 5 * u)} ${f(y)}H${f(at + way * 5 * u)}`
  }
  const tick = (y: number) => `M${f(at - t)} ${f(y + t)}L${f(at + t)} ${f(y - t)}`
  return {
    lines: [ext(from) + ext(to), `M${at} ${from[1]}V${to[1]}`],
    tick: tick(from[1]) + tick(to[1]),
    x: f(at - 6 * u),
    y: f((from[1] + to[1]) / 2),
    turn: true,
  }
}
