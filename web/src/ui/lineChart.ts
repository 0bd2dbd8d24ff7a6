// Geometry of a line chart, in shares of its width and height. Pure functions.

export type Point = { at: number; value: number }

export type ChartLine = {
  points: { x: number; y: number }[]
  /** The lowest and highest drawn value. */
  low: number
  high: number
}

/**
 * The points of a chart; y counts from the top. A quarter of the range is left above and below the
 * line.
 */
export function drawLine(points: readonly Point[], isFromZero = false): ChartLine | null {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || first === last) return null
  const values = points.map(({ value }) => value)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const spare = (high - low || Math.abs(high) || 1) / 4
  const bottom = isFromZero ? 0 : low - spare
  const top = high + spare
  return {
    points: points.map(({ at, value }) => ({
      x: (at - first.at) / (last.at - first.at || 1),
      y: 1 - (value - bottom) / (top - bottom),
    })),
    low,
    high,
  }
}

/** Points of a value that stays until the next one: a step at each change. */
export function asSteps(points: readonly Point[]): Point[] {
  return points.flatMap((point, place) => {
    const before = points[place - 1]
    return before ? [{ at: point.at, value: before.value }, point] : [point]
  })
}
