import { useState } from 'react'
import { cars as texts } from '../../app/texts/cars.ts'
import { figure } from '../../lib/numbers'
import { NBSP } from '../../lib/spaces'
import { RangeSlider } from '../../ui/Slider'
import type { CarToolsProps } from './CarTools.tsx'

const priceStep = 100_000
const millions = (value: number) => `${figure(value / 1_000_000, 'text', 1)}${NBSP}${texts.million}`

/** The ends follow the hand; the server is asked once it is off. */
export default function PriceRange({ filters, facets, change }: CarToolsProps) {
  const min = Math.floor((facets?.price_min ?? 0) / priceStep) * priceStep
  const max = Math.ceil((facets?.price_max ?? 0) / priceStep) * priceStep
  const [held, setHeld] = useState<[number, number] | null>(null)
  if (max <= min) return <div className="cars-price" />
  const asked: [number, number] = [
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
        value={held ?? asked}
        format={millions}
        onChange={setHeld}
        onCommit={([from, to]) => {
          setHeld(null)
          change({
            price_min: from > min ? String(from) : '',
            price_max: to < max ? String(to) : '',
          })
        }}
      />
    </div>
  )
}
