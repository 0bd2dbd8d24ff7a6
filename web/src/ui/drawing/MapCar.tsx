import { textWidth, type Way } from './placeLabel'
import type { Point } from './types'

type MapCarProps = {
  at: Point
  /** Units of the map per px. */
  u: number
  live?: { title: string; note?: string }
  /** The side where its words have room. */
  way: Way
}

/** The one live dot of the map, its words on a leader. */
export function MapCar({ at: [x, y], u, live, way: { dx, dy } }: MapCarProps) {
  const shelf = Math.max(118, textWidth(live?.title ?? ''), textWidth(live?.note ?? ''))
  const left = x + (dx > 0 ? 38 : -34 - shelf) * u
  const top = y + dy * 44 * u
  return (
    <g className="car">
      {live && (
        <>
          <path
            className="leader"
            d={`M${x} ${y}l${dx * 34 * u} ${dy * 44 * u}h${dx * shelf * u}`}
          />
          <text className="city" x={left} y={top - 7 * u} fontSize={13 * u}>
            {live.title}
          </text>
          {live.note && (
            <text x={left} y={top + 16 * u} fontSize={12 * u}>
              {live.note}
            </text>
          )}
        </>
      )}
      <circle className="halo" cx={x} cy={y} r={12 * u} />
      <circle className="now" cx={x} cy={y} r={6 * u} />
    </g>
  )
}
