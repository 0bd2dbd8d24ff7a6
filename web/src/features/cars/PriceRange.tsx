import { useState } from 'react'
import type { Facets } from '../../api/wire/content.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { NBSP } from '../../lib/spaces.ts'
import { cars as texts } from '../../shared/texts/cars.ts'
import { Button } from '../../ui/Button.tsx'
import { RangeSlider } from '../../ui/Slider.tsx'
import type { CarToolsProps } from './CarTools.tsx'
import type { CarFilters } from './carFilters.ts'
import { PricePlaceholder } from './PricePlaceholder.tsx'

const priceStep = 100_000
const formatMillions = (value: number) =>
  `${formatNumber(value / 1_000_000, 'text', 1)}${NBSP}${texts.million}`

/** The price with customs, or the turnkey price, which adds delivery, work and laboratory. */
type PriceKind = 'price' | 'turnkey'

/** The price that the filters limit. Null if they limit neither. */
function findLimitedPrice(filters: CarFilters): PriceKind | null {
  if (filters.turnkey_min || filters.turnkey_max) return 'turnkey'
  return filters.price_min || filters.price_max ? 'price' : null
}

const buildBounds = (kind: PriceKind, from: string, to: string): Partial<CarFilters> => ({
  price_min: kind === 'price' ? from : '',
  price_max: kind === 'price' ? to : '',
  turnkey_min: kind === 'turnkey' ? from : '',
  turnkey_max: kind === 'turnkey' ? to : '',
})

function findRange(facets: Facets | undefined, kind: PriceKind) {
  const lowest = facets?.[`${kind}_min`] ?? 0
  const highest = facets?.[`${kind}_max`] ?? 0
  return {
    min: Math.floor(lowest / priceStep) * priceStep,
    max: Math.ceil(highest / priceStep) * priceStep,
  }
}

/** A dragged thumb requests the list only when it is released. A key press requests it at once. */
export default function PriceRange({ filters, facets, change }: CarToolsProps) {
  const [chosenKind, setChosenKind] = useState<PriceKind>('price')
  const [dragged, setDragged] = useState<[number, number] | null>(null)
  const kind = findLimitedPrice(filters) ?? chosenKind
  const otherKind = kind === 'price' ? 'turnkey' : 'price'
  const { min, max } = findRange(facets, kind)
  if (max <= min) return <PricePlaceholder>{max > 0 && formatMillions(max)}</PricePlaceholder>
  const from = filters[`${kind}_min`]
  const to = filters[`${kind}_max`]
  const fromAddress: [number, number] = [
    Math.min(max, Math.max(min, Number(from || min))),
    Math.max(min, Math.min(max, Number(to || max))),
  ]
  /** The bounds that the user chose stay the same sums. */
  function chooseOtherKind() {
    setChosenKind(otherKind)
    if (from || to) change(buildBounds(otherKind, from, to))
  }
  return (
    <div className="cars-price">
      <RangeSlider
        label={texts.prices[kind].label}
        min={min}
        max={max}
        step={priceStep}
        value={dragged ?? fromAddress}
        format={formatMillions}
        onChange={setDragged}
        onCommit={([lowest, highest]) => {
          setDragged(null)
          change(
            buildBounds(
              kind,
              lowest > min ? String(lowest) : '',
              highest < max ? String(highest) : '',
            ),
          )
        }}
      />
      {facets?.turnkey_max != null && (
        <Button variant="text" small className="cars-price-kind" onClick={chooseOtherKind}>
          {texts.prices[otherKind].choose}
        </Button>
      )}
    </div>
  )
}
