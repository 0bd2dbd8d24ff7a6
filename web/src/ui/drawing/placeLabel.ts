import type { MapStation, Point } from './types.ts'

type Box = { x0: number; y0: number; x1: number; y1: number }

type StationLabel = { x: number; y: number; anchor: 'start' | 'middle' | 'end' }

/**
 * Width of a line of text in px. The font is monospaced; the station names are a little narrower.
 */
export const textWidth = (text: string) => text.length * 7.8

const meet = (a: Box, b: Box) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1
const holds = (box: Box, [x, y]: Point) => x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1

/** Position of a station's name. Names too long for the edge of the map go to the other side. */
export function stationLabel(
  station: MapStation,
  note: string,
  u: number,
  map: { width: number; height: number },
): StationLabel {
  const [x, y] = station.at
  const [dx, dy] = station.label
  const width = Math.max(textWidth(station.name), textWidth(note)) * u
  const isCut = station.anchor === 'start' && x + dx * u + width > map.width
  // Above a station the two lines grow upwards, so that neither covers the route.
  const wished = y + (dy < 0 ? dy - 17 : dy) * u
  // In a small picture the text is large relative to the map, so the name stays complete and moves
  // closer.
  const top = Math.min(wished, map.height - 6 * u)
  const anchor = isCut ? 'end' : station.anchor
  const wishedX = isCut ? x - dx * u : x + dx * u
  // Both the left and the right part of the text must have room.
  const left = anchor === 'start' ? 0 : anchor === 'end' ? width : width / 2
  const edge = 4 * u
  const last = map.width - edge - (width - left)
  return { x: Math.max(edge + left, Math.min(wishedX, last)), y: top, anchor }
}

export function labelBox({ x, y, anchor }: StationLabel, width: number, u: number): Box {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { x0: left, y0: y - 14 * u, x1: left + width, y1: y + 22 * u }
}

/** Degree labels that overlap neither a station's name nor another degree. */
export function freeDegrees<Label extends { text: string; at: Point }>(
  labels: Label[],
  taken: Box[],
  u: number,
): Label[] {
  const boxes = [...taken]
  // Labels are checked from the last, so that the first degree, which overlaps the other direction,
  // is left out.
  return [...labels].reverse().filter(({ text, at: [x, y] }) => {
    const box = { x0: x, y0: y - 14 * u, x1: x + textWidth(text) * u, y1: y + 4 * u }
    const isFree = !boxes.some((other) => meet(box, other))
    if (isFree) boxes.push(box)
    return isFree
  })
}

/** Points along a path: its own and three between each two, enough to detect overlaps. */
export function pathPoints(d: string): Point[] {
  const numbers = (d.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
  const named: Point[] = []
  for (let i = 0; i + 1 < numbers.length; i += 2) named.push([numbers[i] ?? 0, numbers[i + 1] ?? 0])
  return named.flatMap((point, i) => {
    const next = named[i + 1] ?? point
    return [0, 0.25, 0.5, 0.75].map(
      (t): Point => [point[0] + (next[0] - point[0]) * t, point[1] + (next[1] - point[1]) * t],
    )
  })
}

const WAYS = [
  { dx: 1, dy: -1 },
  { dx: -1, dy: -1 },
  { dx: 1, dy: 1 },
  { dx: -1, dy: 1 },
] as const

export type Way = (typeof WAYS)[number]

type Around = { boxes: Box[]; way: Point[]; width: number; height: number }

/** The position of the car's texts that covers no station's text and least of the route. */
export function placeLabel([x, y]: Point, width: number, u: number, around: Around): Way {
  const cost = ({ dx, dy }: Way) => {
    const near = x + dx * 34 * u
    const far = near + dx * width * u
    const shelf = y + dy * 44 * u
    const box = {
      x0: Math.min(near, far),
      x1: Math.max(near, far),
      y0: shelf - 22 * u,
      y1: shelf + 22 * u,
    }
    const edge = 12 * u
    const isOutside =
      box.x0 < edge || box.x1 > around.width - edge || box.y0 < 40 || box.y1 > around.height
    const isTaken = around.boxes.some((other) => meet(box, other))
    return (
      (isOutside || isTaken ? 1000 : 0) + around.way.filter((point) => holds(box, point)).length
    )
  }
  return WAYS.reduce((best, way) => (cost(way) < cost(best) ? way : best))
}
