import { mirrorCallout, placeChecksForRearEngine, spreadPoints } from './carLayout.ts'
import { roundToTenth } from './roundToTenth.ts'
import type { Callout, CarData } from './types.ts'

export type CalloutText = Callout & { note?: string; numbered?: boolean }

/** Length of the horizontal line at the text of a callout, in CSS pixels. */
const textLineLength = 116

/** A dot on the part, a slanted leader line, and a horizontal line at the text. */
function CalloutMark({ callout, px }: { callout: CalloutText; px: number }) {
  const { at, to, side, text, note, n, numbered = true } = callout
  const [x, y] = at
  const [endX, endY] = to
  const sign = side === 'left' ? -1 : 1
  const textX = roundToTenth(endX + (sign < 0 ? -textLineLength * px : 0))
  const isBelow = endY > y
  return (
    <g className="ui-callout">
      <path
        className="ui-callout-line"
        d={`M${x} ${y}L${endX} ${endY}h${roundToTenth(sign * textLineLength * px)}`}
      />
      <circle className="ui-callout-dot" cx={x} cy={y} r={roundToTenth(3 * px)} />
      <text
        x={textX}
        y={roundToTenth(isBelow && !note ? endY + 17 * px : endY - 7 * px)}
        fontSize={roundToTenth(13 * px)}
      >
        {numbered && <tspan className="ui-callout-no">{`${n}\u00a0\u00a0`}</tspan>}
        {text}
      </text>
      {note && (
        <text
          className="ui-callout-note"
          x={textX}
          y={roundToTenth(endY + 17 * px)}
          fontSize={roundToTenth(13 * px)}
        >
          {note}
        </text>
      )}
    </g>
  )
}

const markerRadius = 9

/** The same point as a number only. The page lists the texts beside the drawing. */
function NumberMark({ callout, px }: { callout: Callout; px: number }) {
  const [x, y] = callout.at
  return (
    <g className="ui-marker">
      <circle cx={x} cy={y} r={roundToTenth(markerRadius * px)} />
      <text x={x} y={roundToTenth(y + 4 * px)} fontSize={roundToTenth(11 * px)} textAnchor="middle">
        {callout.n}
      </text>
    </g>
  )
}

export type CalloutChoice = 'checks' | 'markers' | readonly CalloutText[]

type CalloutsProps = {
  data: CarData
  callouts?: CalloutChoice
  isMirrored: boolean
  hasEngineBehind?: boolean
  /** One CSS pixel in mm of the drawing. */
  px: number
}

export function Callouts({ data, callouts, isMirrored, hasEngineBehind, px }: CalloutsProps) {
  if (!callouts) return null
  const checks = hasEngineBehind ? placeChecksForRearEngine(data) : data.checks
  const points: readonly CalloutText[] = typeof callouts === 'string' ? checks : callouts
  // In a smaller drawing the lines of the eight texts would overlap.
  const isShort = callouts === 'markers' || (callouts === 'checks' && px > 7.3)
  // A text below the car would overlap its dimension lines, so the number is on the part.
  const isNumber = (point: CalloutText) =>
    isShort || (callouts === 'checks' && point.to[1] > point.at[1])
  const placed = points.map((point) => (isMirrored ? mirrorCallout(point) : point))
  const numbers = spreadPoints(placed.filter(isNumber), 2 * (markerRadius + 1) * px)
  const texts = placed.filter((point) => !isNumber(point))
  return (
    <>
      {texts.map((callout) => (
        <CalloutMark key={callout.id} callout={callout} px={px} />
      ))}
      {numbers.map((callout) => (
        <NumberMark key={callout.id} callout={callout} px={px} />
      ))}
    </>
  )
}
