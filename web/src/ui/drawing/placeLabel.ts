import type { MapStation, Point } from './types.ts'

type Box = { x0: number; y0: number; x1: number; y1: number }

type StationLabel = { x: number; y: number; anchor: 'start' | 'middle' | 'end' }

/**
 * Width of a line of text in px. The font is monospaced; the station names are a little narrower.
 */
export const estimateTextWidth = (text: string) => text.length * 7.8

const doOverlap = (a: Box, b: Box) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1
const contains = (box: Box, [x, y]: Point, around = 0) =>
  x > box.x0 - around && x < box.x1 + around && y > box.y0 - around && y < box.y1 + around

/** The frame of a picture hides at most this height (units of the map) at the map's lower edge. */
const hiddenEdge = 18

/** The tall map is shown from this height on (units of the map). The two lines above Moscow need it. */
export const tallMapTop = 10

/** The dot of a station with its outline, in px. */
const stationRadius = 6

/** The share of a text that is to the left of its anchor. */
const shareLeftOf = { start: 0, middle: 0.5, end: 1 } as const

type Place = { offset: Point; anchor: StationLabel['anchor'] }

/** Offsets from the station in px: right, below right, left, below and above. */
const otherPlaces: Place[] = [
  { offset: [16, 0], anchor: 'start' },
  { offset: [16, 22], anchor: 'start' },
  { offset: [-16, 0], anchor: 'end' },
  { offset: [0, 19], anchor: 'middle' },
  { offset: [0, -14], anchor: 'middle' },
]

function placeLabelAt(
  [x, y]: Point,
  { offset: [dx, dy], anchor }: Place,
  width: number,
  px: number,
  map: { width: number; height: number },
): StationLabel {
  // Above a station the offset applies to the second line, so that neither line covers the route.
  const wantedY = y + (dy < 0 ? dy - 17 : dy) * px
  // In a small picture the text is large relative to the map, so the name stays complete and moves
  // closer.
  const top = Math.min(wantedY, map.height - 6 * px)
  // Both the left and the right part of the text must have room.
  const left = width * shareLeftOf[anchor]
  const edge = 4 * px
  const maxX = map.width - edge - (width - left)
  return { x: Math.max(edge + left, Math.min(x + dx * px, maxX)), y: top, anchor }
}

/**
 * Position of a station's two lines: the place from the map, or another side of the station if the
 * label covers less of the route there.
 */
export function placeStationLabel(
  station: MapStation,
  note: string,
  px: number,
  map: { width: number; height: number },
  route: Point[],
): StationLabel {
  const width = Math.max(estimateTextWidth(station.name), estimateTextWidth(note)) * px
  const own: Place = { offset: station.label, anchor: station.anchor }
  const labels = [own, ...otherPlaces].map((place) =>
    placeLabelAt(station.at, place, width, px, map),
  )
  const computeCost = (label: StationLabel) => {
    const box = computeLabelBox(label, width, px)
    // At an edge of the map, the label may be moved onto its own station.
    const isOnStation = contains(box, station.at)
    const isTouching = contains(box, station.at, stationRadius * px)
    const isCut = box.y1 > map.height - hiddenEdge || box.y0 < 0
    const crossings = route.filter((point) => contains(box, point)).length
    return (isOnStation || isCut ? 1000 : 0) + (isTouching ? 0.5 : 0) + crossings
  }
  return labels.reduce((best, label) => (computeCost(label) < computeCost(best) ? label : best))
}

export function computeLabelBox({ x, y, anchor }: StationLabel, width: number, px: number): Box {
  const left = x - width * shareLeftOf[anchor]
  return { x0: left, y0: y - 14 * px, x1: left + width, y1: y + 22 * px }
}

/** Degree labels that overlap neither a station's name nor another degree. */
export function findFreeDegrees<Label extends { text: string; at: Point }>(
  labels: Label[],
  taken: Box[],
  px: number,
): Label[] {
  const boxes = [...taken]
  // Labels are checked from the last one: the first, 5° of longitude, is at the left edge among the
  // latitudes and must give way to them.
  return [...labels].reverse().filter(({ text, at: [x, y] }) => {
    const box = { x0: x, y0: y - 14 * px, x1: x + estimateTextWidth(text) * px, y1: y + 4 * px }
    const isFree = !boxes.some((other) => doOverlap(box, other))
    if (isFree) boxes.push(box)
    return isFree
  })
}

/** Points along a path: its own and three between each two, enough to detect overlaps. */
export function readPathPoints(d: string): Point[] {
  const numbers = (d.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
  const vertices: Point[] = []
  for (let i = 0; i + 1 < numbers.length; i += 2)
    vertices.push([numbers[i] ?? 0, numbers[i + 1] ?? 0])
  return vertices.flatMap((point, i) => {
    const next = vertices[i + 1] ?? point
    return [0, 0.25, 0.5, 0.75].map(
      (share): Point => [
        point[0] + (next[0] - point[0]) * share,
        point[1] + (next[1] - point[1]) * share,
      ],
    )
  })
}

const directions = [
  { dx: 1, dy: -1 },
  { dx: -1, dy: -1 },
  { dx: 1, dy: 1 },
  { dx: -1, dy: 1 },
] as const

/** The side of the car for its texts, and their left edge in units of the map. */
export type CarLabel = (typeof directions)[number] & { left: number }

type Surroundings = { boxes: Box[]; routePoints: Point[]; width: number; height: number }

/**
 * Chooses the side of the car for its texts: they cover no text of a station, and the least of the
 * route. In a small picture no side may have room for them. Then they are moved into the picture.
 */
export function placeCarLabel(
  [x, y]: Point,
  width: number,
  px: number,
  around: Surroundings,
): CarLabel {
  const edge = 12 * px
  const labels = directions.map(({ dx, dy }) => {
    const besideCar = dx > 0 ? x + 34 * px : x - (34 + width) * px
    const rightmost = around.width - edge - width * px
    const left = Math.max(edge, Math.min(besideCar, rightmost))
    return { dx, dy, left, isMoved: left !== besideCar }
  })
  const computeCost = ({ dy, left, isMoved }: (typeof labels)[number]) => {
    const shelf = y + dy * 44 * px
    const box = { x0: left, x1: left + width * px, y0: shelf - 22 * px, y1: shelf + 22 * px }
    const isOutside = box.y0 < 40 || box.y1 > around.height
    const isTaken = around.boxes.some((other) => doOverlap(box, other))
    return (
      (isOutside || isTaken ? 2000 : 0) +
      (isMoved ? 1000 : 0) +
      around.routePoints.filter((point) => contains(box, point)).length
    )
  }
  return labels.reduce((best, label) => (computeCost(label) < computeCost(best) ? label : best))
}
