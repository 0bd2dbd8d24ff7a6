import { useState } from 'react'
import { formatNumber } from '../../lib/numbers.ts'
import { NBSP } from '../../lib/spaces.ts'
import { cars as texts } from '../../shared/texts/cars.ts'
import { RangeSlider } from '../../ui/Slider.tsx'
import type { CarToolsProps } from './CarTools.tsx'

const priceStep = 100_000
const formatMillions = (value: number) =>
  `${formatNumber(value / 1_000_000, 'text', 1)}${NBSP}${texts.million}`

/** A dragged thumb requests the list only when it is released. A key press requests it at once. */
export default function PriceRange({ filters, facets, change }: CarToolsProps) {
  const min = Math.floor((facets?.price_min ?? 0) / priceStep) * priceStep
  const max = Math.ceil((facets?.price_max ?? 0) / priceStep) * priceStep
  const [dragged, setDragged] = useState<[number, number] | null>(null)
  if (max <= min) return <div className="cars-price" />
  const fromAddress: [number, number] = [
    Math.max(min, Number(filters.price_min || min)),
    Math.min(max, Number(filters.price_max || max)),
  ]
  return (
    <div className="cars-price">
      <RangeSlider
        label={texts.price}
        min={min}
        max={max}
        step={priceStep}
        value={dragged ?? fromAddress}
        format={formatMillions}
        onChange={setDragged}
        onCommit={([from, to]) => {
          setDragged(null)
          change({
            price_min: from > min ? String(from) : '',
            price_max: to < max ? String(to) : '',
          })
        }}
      />
    </div>
  )
}
