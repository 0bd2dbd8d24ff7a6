import { spreadPoints } from './carLayout.ts'
import { computePanelPlaces, type PanelPlace } from './panelPlaces.ts'
import type { CarData } from './types.ts'

export type Reading = {
  place: PanelPlace
  text: string
  tone: 'ok' | 'warn' | 'bad'
}

const f = (n: number) => Number(n.toFixed(1))
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
  u: number
}) {
  const { data, readings, isMirrored, u } = props
  const places = computePanelPlaces(data)
  const points = readings.map((reading) => {
    const [x, y] = places[reading.place]
    const at: [number, number] = [isMirrored ? -x : x, y]
    return { ...reading, id: reading.place, at, to: at, side: 'left' as const, n: 0 }
  })
  return spreadPoints(points, (width + 2) * u).map(({ place, text, tone, at: [x, y] }) => (
    <g key={place} className={`ui-reading is-${tone}`}>
      <rect
        x={f(x - (width / 2) * u)}
        y={f(y - (height / 2) * u)}
        width={f(width * u)}
        height={f(height * u)}
        rx={f(2 * u)}
      />
      <text x={f(x)} y={f(y + 4.5 * u)} fontSize={f(13 * u)} textAnchor="middle">
        {text}
      </text>
    </g>
  ))
}
