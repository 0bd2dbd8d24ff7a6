// Positions of the panels on the side drawing of a body, derived from the axles and the inspection
// points.

import type { CarData, Point } from './types.ts'

export type PanelPlace =
  | 'hood'
  | 'roof'
  | 'boot'
  | 'frontWing'
  | 'frontDoor'
  | 'rearDoor'
  | 'rearWing'

/** A point on each panel, in mm of the drawing. A car with two doors has one door in the middle. */
export function computePanelPlaces({ checks, bounds, axles }: CarData): Record<PanelPlace, Point> {
  const findPoint = (id: string): Point => checks.find((check) => check.id === id)?.at ?? [0, 0]
  const [, top = 0, end = 0] = bounds
  const rearAxle = axles.at(-1)?.[0] ?? 0
  const [engineX, engineY] = findPoint('engine')
  const [bonnetX, bonnetY] = findPoint('documents')
  const [paintX, paintY] = findPoint('paint')
  const [bodyX] = findPoint('body')
  const [seatX] = findPoint('interior')
  return {
    hood: [(engineX + bonnetX) / 2, (engineY + bonnetY) / 2 - 50],
    roof: [seatX - 250, top + 40],
    boot: [end - 260, bonnetY + 110],
    frontWing: [engineX + 20, engineY + 60],
    frontDoor: [bodyX - 40, paintY],
    rearDoor: [paintX, paintY],
    rearWing: [rearAxle + 130, engineY - 10],
  }
}
