// How cars are drawn on their page and on the cover of an article; the build reads it, too (scripts/pages/drawingPlaces.ts).

import type { DimensionChoice, Pad } from '../../ui/drawing/carLayout.ts'

/** Only the length is known of each car: an overhang or a height of the drawing would be that of its body type. */
export const carDimensions: readonly DimensionChoice[] = ['length']

export const coverPad: Pad = [40, 40, 20, 40]
