import { formatNumber } from '../../lib/numbers.ts'
import { roundToTenth } from './roundToTenth.ts'
import type { Dimension, Point } from './types.ts'

type DimensionMarkProps = {
  dim: Dimension
  /** One CSS pixel in mm of the drawing: texts and ticks keep their size on the screen. */
  px: number
  unit?: string
}

/** A dimension line: a number between two ticks. */
export function DimensionMark({ dim, px, unit }: DimensionMarkProps) {
  const text = unit ? `${formatNumber(dim.value)}\u00a0${unit}` : formatNumber(dim.value)
  const { extensions, line, ticks, x, y, turn } =
    dim.axis === 'x' ? drawLevel(dim, px) : drawUpright(dim, px)
  return (
    <g className="ui-dim">
      <path className="ui-dim-ext" d={extensions} />
      <path className="ui-dim-line" d={line} />
      <path className="ui-dim-tick" d={ticks} />
      <text
        x={x}
        y={y}
        fontSize={roundToTenth(13 * px)}
        textAnchor="middle"
        transform={turn ? `rotate(-90 ${x} ${y})` : undefined}
      >
        {text}
      </text>
    </g>
  )
}

function drawLevel({ from, to, at }: Dimension, px: number) {
  const half = 4 * px
  const drawExtension = ([x, y]: Point) => {
    const direction = at > y ? 1 : -1
    return `M${roundToTenth(x)} ${roundToTenth(y + direction * 5 * px)}V${roundToTenth(at + direction * 5 * px)}`
  }
  const drawTick = (x: number) =>
    `M${roundToTenth(x - half)} ${roundToTenth(at + half)}L${roundToTenth(x + half)} ${roundToTenth(at - half)}`
  return {
    extensions: drawExtension(from) + drawExtension(to),
    line: `M${from[0]} ${at}H${to[0]}`,
    ticks: drawTick(from[0]) + drawTick(to[0]),
    x: roundToTenth((from[0] + to[0]) / 2),
    y: roundToTenth(at - 6 * px),
    turn: false,
  }
}

function drawUpright({ from, to, at }: Dimension, px: number) {
  const half = 4 * px
  const drawExtension = ([x, y]: Point) => {
    const direction = at > x ? 1 : -1
    return `M${roundToTenth(x + direction * 5 * px)} ${roundToTenth(y)}H${roundToTenth(at + direction * 5 * px)}`
  }
  const drawTick = (y: number) =>
    `M${roundToTenth(at - half)} ${roundToTenth(y + half)}L${roundToTenth(at + half)} ${roundToTenth(y - half)}`
  return {
    extensions: drawExtension(from) + drawExtension(to),
    line: `M${at} ${from[1]}V${to[1]}`,
    ticks: drawTick(from[1]) + drawTick(to[1]),
    x: roundToTenth(at - 6 * px),
    y: roundToTenth((from[1] + to[1]) / 2),
    turn: true,
  }
}
