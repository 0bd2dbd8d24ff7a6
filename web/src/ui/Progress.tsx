import type { CSSProperties } from 'react'
import './Progress.css'

type ProgressProps = {
  label: string
  /** 0 to 1; left out, the end is not known. */
  value?: number
  /** Says the value in words where per cent say little. */
  text?: string
}

/** A stretch of the route, passed and ahead, with the station that moves. */
export function Progress({ label, value, text }: ProgressProps) {
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value))
  return (
    <div
      className={share === undefined ? 'ui-progress is-open' : 'ui-progress'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      aria-valuetext={text}
      style={{ '--share': share ?? 0 } as CSSProperties}
    >
      <i />
    </div>
  )
}
