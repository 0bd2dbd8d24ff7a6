// How cars are drawn on their page and on the cover of an article. The build uses it too
// (scripts/pages/drawingSizes.ts).

import type { DimensionChoice, Pad } from '../../ui/drawing/carLayout.ts'

/** Only the length of each car is known. The other dimensions of a drawing come from the body type. */
export const carDimensions: readonly DimensionChoice[] = ['length']

export const coverPad: Pad = [40, 40, 20, 40]
