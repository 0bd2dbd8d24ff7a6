// The files that web/drawings/build.py writes. Lengths are in mm of the car, or in map units.

export type Point = [x: number, y: number]

export type Stroke = {
  class: string
  /** The path. */
  d: string
  /** The level of detail: 1 is always drawn, 3 only on a large car. 1 if it is left out. */
  lod?: number
  fill?: string
}

export type DimensionName =
  | 'frontOverhang'
  | 'wheelbase'
  | 'rearOverhang'
  | 'length'
  | 'height'
  | 'tyre'
  | 'width'

export type Dimension = {
  id: DimensionName
  axis: 'x' | 'y'
  from: Point
  to: Point
  /** Position of the line on the other axis (mm). */
  at: number
  value: number
}

export type Callout = {
  id: string
  /** The number that is drawn at the point. */
  n: number
  text: string
  at: Point
  to: Point
  side: 'left' | 'right'
}

export type CarData = {
  id: string
  bounds: number[]
  strokes: Stroke[]
  axles: Point[]
  wheel: Stroke[]
  xray: Stroke[]
  dimensions: Dimension[]
  checks: Callout[]
}

type Leg = { mode: string; km: number; d: string }

export type MapStation = {
  id: string
  name: string
  at: Point
  km: number
  /** Offset of the name from the station, in px. */
  label: Point
  anchor: 'start' | 'middle' | 'end'
}

export type MapData = {
  width: number
  height: number
  graticule: { class: string; d: string }[]
  labels: { text: string; at: Point }[]
  coast: string[]
  routes: Record<string, { km: number; d: string; legs: Leg[]; stations: MapStation[] }>
}
