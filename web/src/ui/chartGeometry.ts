// Geometry of a line chart, in fractions of its width and height. Pure functions.

export type ChartPoint = { at: number; value: number }

type Corner = { x: number; y: number }

export type ChartLine = {
  points: Corner[]
  /** The corners of a second line above, of the same scale. */
  upper: Corner[]
  /** The lowest and highest drawn value. */
  low: number
  high: number
}

/** The smallest scale that does not start at zero, as a share of the highest value. */
const minScale = 0.1

/**
 * The points of a chart; y counts from the top. A quarter of the range is left above and below the
 * line, and more if the values hardly differ: a change by a thousandth must not look like a jump.
 */
export function computeLine(
  points: readonly ChartPoint[],
  isFromZero = false,
  upper: readonly ChartPoint[] = [],
): ChartLine | null {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || first === last) return null
  const values = [...points, ...upper].map(({ value }) => value)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const range = high - low
  const margin = Math.max(range || 1, Math.abs(high) * minScale * 2 - range * 2) / 4
  const bottom = isFromZero ? 0 : low - margin
  const top = high + margin
  const toCorner = ({ at, value }: ChartPoint): Corner => ({
    x: (at - first.at) / (last.at - first.at || 1),
    y: 1 - (value - bottom) / (top - bottom),
  })
  return {
    points: points.map(toCorner),
    upper: upper.map(toCorner),
    low,
    high,
  }
}

/** Points of a value that stays until the next one: a step at each change. */
export function toSteps(points: readonly ChartPoint[]): ChartPoint[] {
  return points.flatMap((point, place) => {
    const before = points[place - 1]
    return before ? [{ at: point.at, value: before.value }, point] : [point]
  })
}

/** Splits a line where nothing was measured for more than `gap` ms. */
export function splitAtGaps<Item extends ChartPoint>(
  points: readonly Item[],
  gap: number,
): Item[][] {
  const parts: Item[][] = []
  for (const point of points) {
    const part = parts.at(-1)
    const before = part?.at(-1)
    if (part && before && point.at - before.at <= gap) part.push(point)
    else parts.push([point])
  }
  return parts
}

/** The last row of each month: a table with every day would be too long to read. */
export function pickLastOfEachMonth<Row extends { date: string }>(rows: readonly Row[]): Row[] {
  const months = new Map(rows.map((row) => [row.date.slice(0, 7), row]))
  return [...months.values()]
}
