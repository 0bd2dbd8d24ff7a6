import { Slider as Base } from '@base-ui/react/slider'
import type { ReactNode } from 'react'
import { DimensionLine } from './DimensionLine.tsx'
import './Slider.css'
import { uiTexts } from './texts.ts'

// The thumbs get their text as `aria-valuetext`. With `getAriaValueText`, Base UI would first format the number with
// `Intl.NumberFormat`, whose first use blocks a phone for 50 ms.

type SliderProps = {
  label: string
  value: number
  min: number
  max: number
  step?: number
  onChange: (value: number) => void
  format: (value: number) => string
}

export function Slider(props: SliderProps) {
  const { label, value, format, onChange, ...limits } = props
  return (
    <Base.Root
      {...limits}
      value={value}
      onValueChange={(next) => onChange(Number(next))}
      className="ui-slider"
    >
      <Line>
        <Base.Thumb className="ui-slider-thumb" aria-label={label} aria-valuetext={format(value)} />
      </Line>
    </Base.Root>
  )
}

type RangeProps = Omit<SliderProps, 'value' | 'onChange'> & {
  value: readonly [from: number, to: number]
  onChange: (value: [from: number, to: number]) => void
  /** Called when the pointer is released: the moment to send a request. */
  onCommit: (value: [from: number, to: number]) => void
}

/** A range with two thumbs. The range between them is shown above. */
export function RangeSlider(props: RangeProps) {
  const { label, value, format, onChange, onCommit, ...limits } = props
  const toPair = (next: number | readonly number[]): [number, number] => {
    const [from = value[0], to = value[1]] = Array.isArray(next) ? next : []
    return [from, to]
  }
  return (
    <fieldset className="ui-range">
      <legend className="ui-label">{label}</legend>
      <DimensionLine value={`${format(value[0])} — ${format(value[1])}`} />
      <Base.Root
        {...limits}
        value={[...value]}
        onValueChange={(next) => onChange(toPair(next))}
        onValueCommitted={(next) => onCommit(toPair(next))}
        className="ui-slider"
      >
        <Line>
          {[uiTexts.from, uiTexts.to].map((end, index) => (
            <Base.Thumb
              key={end}
              index={index}
              className="ui-slider-thumb"
              aria-label={`${label}, ${end}`}
              aria-valuetext={format(index === 0 ? value[0] : value[1])}
            />
          ))}
        </Line>
      </Base.Root>
    </fieldset>
  )
}

function Line({ children }: { children: ReactNode }) {
  return (
    <Base.Control className="ui-slider-control">
      <Base.Track className="ui-slider-track">
        <Base.Indicator className="ui-slider-part" />
        {children}
      </Base.Track>
    </Base.Control>
  )
}
