import { spreadPoints } from './carLayout.ts'
import { computePanelPlaces, type PanelPlace } from './panelPlaces.ts'
import { roundToTenth } from './roundToTenth.ts'
import type { CarData } from './types.ts'

export type Reading = {
  place: PanelPlace
  text: string
  tone: 'ok' | 'warn' | 'bad'
}

const width = 34
const height = 20

/**
 * Measured values on the panels. A table of the page has the same values, so they are hidden from
 * screen readers.
 */
export function Readings(props: {
  data: CarData
  readings: readonly Reading[]
  isMirrored: boolean
  px: number
}) {
  const { data, readings, isMirrored, px } = props
  const places = computePanelPlaces(data)
  const points = readings.map((reading) => {
    const [x, y] = places[reading.place]
    const at: [number, number] = [isMirrored ? -x : x, y]
    return { ...reading, id: reading.place, at, to: at, side: 'left' as const, n: 0 }
  })
  return spreadPoints(points, (width + 2) * px).map(({ place, text, tone, at: [x, y] }) => (
    <g key={place} className={`ui-reading is-${tone}`}>
      <rect
        x={roundToTenth(x - (width / 2) * px)}
        y={roundToTenth(y - (height / 2) * px)}
        width={roundToTenth(width * px)}
        height={roundToTenth(height * px)}
        rx={roundToTenth(2 * px)}
      />
      <text
        x={roundToTenth(x)}
        y={roundToTenth(y + 4.5 * px)}
        fontSize={roundToTenth(13 * px)}
        textAnchor="middle"
      >
        {text}
      </text>
    </g>
  ))
}
