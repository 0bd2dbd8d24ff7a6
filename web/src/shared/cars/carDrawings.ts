// How cars are drawn on their page and on the cover of an article; the build reads it, too (scripts/pages/drawingPlaces.ts).

import type { DimensionChoice, Pad } from '../../ui/drawing/carLayout.ts'

export const carDimensions: readonly DimensionChoice[] = [
  'frontOverhang',
  'wheelbase',
  'rearOverhang',
  'length',
  'height',
]

export const coverPad: Pad = [40, 40, 20, 40]
