import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import {
  type CarLabel,
  computeLabelBox,
  estimateTextWidth,
  findFreeDegrees,
  placeCarLabel,
  placeStationLabel,
  readPathPoints,
} from './placeLabel.ts'
import type { MapData, MapStation, Point } from './types.ts'

type RoutePictureProps = {
  map: MapData
  routeName: string
  done: number
  part: number
  /** One CSS pixel in units of the map, so that texts keep their size at any width. */
  px: number
  live?: { title: string; note?: string }
  getNote: (station: MapStation) => string
  draw: boolean
}

export function RoutePicture(props: RoutePictureProps) {
  const { map, routeName, done, part, px, live, getNote, draw } = props
  const route = map.routes[routeName]
  if (!route) return null
  const isUnderWay = part > 0 && done < route.legs.length
  const measureWidth = (...lines: (string | undefined)[]) =>
    Math.max(...lines.map((line) => estimateTextWidth(line ?? '')))
  const routePoints = readPathPoints(route.d)
  const labels = route.stations.map((station) => ({
    station,
    note: getNote(station),
    place: placeStationLabel(station, getNote(station), px, map, routePoints),
  }))
  const around = {
    boxes: labels.map((label) =>
      computeLabelBox(label.place, measureWidth(label.station.name, label.note) * px, px),
    ),
    routePoints,
    width: map.width,
    height: map.height,
  }
  const renderCar = (at: Point) => (
    <MapCar
      at={at}
      px={px}
      live={live}
      label={placeCarLabel(at, Math.max(118, measureWidth(live?.title, live?.note)), px, around)}
    />
  )
  const currentStation = route.stations[Math.min(done, route.stations.length - 1)]
  return (
    <>
      <g className="ui-map-ground">
        {map.graticule.map((line) => (
          <path key={line.d} className="grat" d={line.d} />
        ))}
        {map.coast.map((d) => (
          <path key={d} className="coast" d={d} />
        ))}
        {findFreeDegrees(map.labels, around.boxes, px).map(({ text, at }) => (
          <text key={text} className="degree" x={at[0]} y={at[1]} fontSize={11 * px}>
            {text}
          </text>
        ))}
      </g>
      {route.legs.map((leg, i) => (
        <path
          key={leg.d}
          className={i < done ? 'leg passed' : `leg ahead ${leg.mode}`}
          d={leg.d}
          pathLength={draw && i < done ? 1 : undefined}
        />
      ))}
      {labels.map(({ station, note, place }, i) => (
        <g key={station.id} className={i <= done ? 'station passed' : 'station'}>
          <circle cx={station.at[0]} cy={station.at[1]} r={5 * px} />
          <text
            className="city"
            x={place.x}
            y={place.y}
            fontSize={13 * px}
            textAnchor={place.anchor}
          >
            {station.name}
          </text>
          <text x={place.x} y={place.y + 17 * px} fontSize={13 * px} textAnchor={place.anchor}>
            {note}
          </text>
        </g>
      ))}
      {isUnderWay ? (
        <LiveLeg d={route.legs[done]?.d ?? ''} part={part} px={px} draw={draw} car={renderCar} />
      ) : (
        currentStation && live && renderCar(currentStation.at)
      )}
    </>
  )
}

type LiveLegProps = {
  d: string
  part: number
  px: number
  draw: boolean
  car: (at: Point) => ReactNode
}

/** The completed share of the leg, and the car at its end. The browser measures the path. */
function LiveLeg({ d, part, px, draw, car }: LiveLegProps) {
  const path = useRef<SVGPathElement>(null)
  const [at, setAt] = useState<Point | null>(null)
  useLayoutEffect(() => {
    const line = path.current
    // If paths cannot be measured (a test's DOM), the leg is shown without the car.
    if (!line || typeof line.getPointAtLength !== 'function' || !d) return
    const point = line.getPointAtLength(line.getTotalLength() * part)
    setAt([point.x, point.y])
  }, [d, part])
  return (
    <>
      <path
        ref={path}
        className={draw ? 'leg live is-new' : 'leg live'}
        d={d}
        pathLength={1}
        strokeDasharray={`${part} 1`}
        strokeWidth={2 * px}
      />
      {at && car(at)}
    </>
  )
}

type MapCarProps = {
  at: Point
  /** One CSS pixel in units of the map. */
  px: number
  live?: { title: string; note?: string }
  /** The place where its texts have room. */
  label: CarLabel
}

/** The animated dot of the map, with its texts on a leader line. */
function MapCar({ at: [x, y], px, live, label: { dx, dy, left } }: MapCarProps) {
  const shelf = Math.max(
    118,
    estimateTextWidth(live?.title ?? ''),
    estimateTextWidth(live?.note ?? ''),
  )
  const textLeft = dx > 0 ? left + 4 * px : left
  const nearEnd = dx > 0 ? left : left + shelf * px
  const top = y + dy * 44 * px
  return (
    <g className="car">
      {live && (
        <>
          <path className="leader" d={`M${x} ${y}L${nearEnd} ${top}h${dx * shelf * px}`} />
          <text className="city" x={textLeft} y={top - 7 * px} fontSize={13 * px}>
            {live.title}
          </text>
          {live.note && (
            <text x={textLeft} y={top + 16 * px} fontSize={13 * px}>
              {live.note}
            </text>
          )}
        </>
      )}
      <circle className="halo" cx={x} cy={y} r={12 * px} />
      <circle className="now" cx={x} cy={y} r={6 * px} />
    </g>
  )
}
