import type { ComponentProps, FocusEvent, ReactNode } from 'react'
import './Chip.css'
import { joinClasses } from './classes.ts'

type ChipProps = ComponentProps<'button'> & { pressed: boolean; count?: number }

/** A filter that is on or off. The count is visual only; the accessible name is the text. */
export function Chip({ pressed, count, className, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      className={joinClasses('ui-chip', className)}
    >
      {children}
      {count !== undefined && (
        <span className="num" aria-hidden="true">
          {count}
        </span>
      )}
    </button>
  )
}

/** Browsers accept a focused chip that is half visible; scroll it fully into view. */
function showWhole({ target }: FocusEvent<HTMLElement>) {
  if (target.matches(':focus-visible'))
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** A row of chips. On phones it overflows and scrolls. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="ui-chips" aria-label={label} onFocus={showWhole}>
      {children}
    </fieldset>
  )
}
