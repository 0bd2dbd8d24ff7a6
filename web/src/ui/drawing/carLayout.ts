import type { Size } from './bodies.ts'
import type { Callout, CarData, Dimension, DimensionName, Point } from './types.ts'

/** 'over' is the length above the roof, which keeps the ground line free. */
export type DimensionChoice = DimensionName | 'over'

export type Pad = [top: number, right: number, bottom: number, left: number]

/** Margins in mm for the ground, the dimensions or the callouts. */
export function computePadding(
  dims: readonly DimensionChoice[],
  { hasCallouts }: { hasCallouts: boolean },
): Pad {
  const isOver = dims.includes('over')
  const isUnder = dims.some((name) => name !== 'over' && name !== 'height')
  if (hasCallouts) return [580, 620, 700, 240]
  return [isOver ? 330 : 40, dims.includes('height') ? 420 : 120, isUnder ? 560 : 30, 120]
}

/**
 * The frame in mm: [x, y, width, height]. The drawings face left. Most are mirrored, because the route
 * goes east.
 */
export function computeFrame(
  [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: number[],
  pad: Pad,
  { isMirrored }: { isMirrored: boolean },
) {
  const left = x0 - pad[3]
  const right = x1 + pad[1]
  return [isMirrored ? -right : left, y0 - pad[0], right - left, y1 - y0 + pad[0] + pad[2]] as const
}

const mirror = ([x, y]: Point): Point => [-x, y]

export function mirrorCallout<T extends Callout>(callout: T): T {
  return {
    ...callout,
    at: mirror(callout.at),
    to: mirror(callout.to),
    side: callout.side === 'left' ? 'right' : 'left',
  }
}

/**
 * Inspection points of a car with engine and gearbox at the rear axle. The drawings show front
 * engines.
 */
export function placeChecksForRearEngine({ checks, axles }: CarData): Callout[] {
  const rear = axles.at(-1)?.[0] ?? 0
  const places: Record<string, number> = { engine: rear + 180, gearbox: rear - 520 }
  return checks.map((check) => {
    const x = places[check.id]
    return x === undefined ? check : { ...check, at: [x, check.at[1]] }
  })
}

/** Moves points apart that are closer than `distance`, in equal steps. Their order stays. */
export function spreadPoints<T extends Callout>(points: readonly T[], distance: number): T[] {
  const placed = points.map((point) => ({ ...point, at: [...point.at] as Point }))
  for (let round = 0; round < 40; round += 1) {
    let areAllApart = true
    for (const [place, point] of placed.entries())
      for (const other of placed.slice(place + 1)) {
        const dx = other.at[0] - point.at[0]
        const dy = other.at[1] - point.at[1]
        const separation = Math.hypot(dx, dy)
        if (separation >= distance - 0.5) continue
        areAllApart = false
        // Two points at the same place move sideways.
        const direction: Point = separation > 0 ? [dx / separation, dy / separation] : [1, 0]
        const step = (distance - separation) / 2
        point.at = [point.at[0] - direction[0] * step, point.at[1] - direction[1] * step]
        other.at = [other.at[0] + direction[0] * step, other.at[1] + direction[1] * step]
      }
    if (areAllApart) break
  }
  return placed
}

function mirrorDimension(dim: Dimension): Dimension {
  if (dim.axis === 'y') return { ...dim, from: mirror(dim.from), to: mirror(dim.to), at: -dim.at }
  return { ...dim, from: mirror(dim.to), to: mirror(dim.from) }
}

function placeLengthAboveRoof(size: Size): Dimension {
  const [x0 = 0, y0 = 0, x1 = 0] = size.bounds
  return {
    id: 'length',
    axis: 'x',
    from: [x0, y0 / 2],
    to: [x1, y0 / 2],
    at: y0 - 190,
    value: size.length ?? 0,
  }
}

/** On a narrow screen only the outer dimensions have room, not the axles and overhangs. */
const outerDimensions: readonly DimensionName[] = ['length', 'height', 'width']

type DimensionOptions = {
  names: readonly DimensionChoice[]
  values?: Partial<Record<DimensionName, number>>
  isMirrored: boolean
  isNarrow: boolean
}

export function chooseDimensions(
  dimensions: readonly Dimension[],
  size: Size,
  options: DimensionOptions,
) {
  const { names, values, isMirrored, isNarrow } = options
  const isOver = names.includes('over')
  const chosen = dimensions
    .filter((dim) => names.includes(dim.id) && !(dim.id === 'length' && isOver))
    .filter((dim) => !isNarrow || outerDimensions.includes(dim.id))
  return (isOver ? [...chosen, placeLengthAboveRoof(size)] : chosen)
    .map((dim) => ({ ...dim, value: values?.[dim.id] ?? dim.value }))
    .map((dim) => (isMirrored ? mirrorDimension(dim) : dim))
}
