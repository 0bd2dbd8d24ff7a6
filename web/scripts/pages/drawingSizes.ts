// The content service renders the pages of cars and articles. Until a drawing is loaded, its space
// must be reserved there. For each body type, this computes the name and the aspect ratios of its
// drawing: on the page of a car, and as the cover of an article.

import { bodyDrawings } from '../../src/shared/cars/carBodies.ts'
import { carDimensions, coverPad } from '../../src/shared/cars/carDrawings.ts'
import type { Size } from '../../src/ui/drawing/bodies.ts'
import { computeFrame, computePadding, type Pad } from '../../src/ui/drawing/carLayout.ts'
import sizesOfDrawings from '../../src/ui/drawing/data/sizes.json' with { type: 'json' }

const sizes = sizesOfDrawings as unknown as Record<string, Size>

/** The CSS `aspect-ratio` of a drawing with this padding. */
function formatRatio(size: Size, pad: Pad): string {
  const [, , width, height] = computeFrame(size.bounds, pad, { isMirrored: true })
  return `${width} / ${height}`
}

/** `{ sedan: { name: 'Седан', car: '5815 / 2746', cover: '5035 / 1526' }, … }` */
export function listDrawingSizes() {
  const carPad = computePadding(carDimensions, { hasCallouts: true })
  const entries = Object.entries(bodyDrawings).map(([type, body]) => {
    const size = sizes[body]
    if (!size) throw new Error(`There is no drawing named ${body}`)
    const ratios = { car: formatRatio(size, carPad), cover: formatRatio(size, coverPad) }
    return [type, { name: size.name, ...ratios }] as const
  })
  return Object.fromEntries(entries)
}
