import type { CSSProperties, ReactNode } from 'react'
import './GiantPrice.css'

type GiantPriceProps = {
  /** Formatted by formatRoubles(): '6 489 278 ₽'. */
  value: string
  label: ReactNode
  /** Content at the right end of the label's line. */
  aside?: ReactNode
}

/** The largest number of a page, above its measured bar. It shrinks before it wraps. */
export function GiantPrice({ value, label, aside }: GiantPriceProps) {
  return (
    <div className="ui-giant">
      <div className="ui-giant-top">
        <span className="ink2">{label}</span>
        {aside && <span className="s mute num">{aside}</span>}
      </div>
      <output className="ui-giant-price num" style={{ '--chars': value.length } as CSSProperties}>
        {value}
      </output>
    </div>
  )
}
