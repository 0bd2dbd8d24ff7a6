// The space that a drawing takes before it is loaded, for pages of the content service: name and
// aspect ratio on the page of a car and as the cover of an article.

import { bodyDrawings } from '../../src/shared/cars/carBodies.ts'
import { carDimensions, coverPad } from '../../src/shared/cars/carDrawings.ts'
import type { Size } from '../../src/ui/drawing/bodies.ts'
import { computeFrame, computePadding, type Pad } from '../../src/ui/drawing/carLayout.ts'
import known from '../../src/ui/drawing/data/sizes.json' with { type: 'json' }

const sizes = known as unknown as Record<string, Size>

function formatRatio(size: Size, pad: Pad): string {
  const [, , width, height] = computeFrame(size.bounds, pad, true)
  return `${width} / ${height}`
}

/** Drawing sizes by body type. */
export const listDrawingPlaces = () =>
  Object.fromEntries(
    Object.entries(bodyDrawings).map(([type, body]) => {
      const size = sizes[body]
      if (!size) throw new Error(`There is no drawing named ${body}`)
      const car = formatRatio(size, computePadding(carDimensions, true))
      return [type, { name: size.name, car, cover: formatRatio(size, coverPad) }]
    }),
  )
