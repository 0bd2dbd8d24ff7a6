import type { ComponentProps, FocusEvent, ReactNode } from 'react'
import './Chip.css'
import { classes } from './classes.ts'

type ChipProps = ComponentProps<'button'> & { pressed: boolean; count?: number }

/** A filter that is on or off. The count is for the eye; the name stays the bare word. */
export function Chip({ pressed, count, className, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      className={classes('ui-chip', className)}
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

/** A browser is content with half a chip in sight; whoever came by the keyboard is to see the whole. */
function showWhole({ target }: FocusEvent<HTMLElement>) {
  if (target.matches(':focus-visible'))
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** A row of chips; on phones it runs off the edge and scrolls. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="ui-chips" aria-label={label} onFocus={showWhole}>
      {children}
    </fieldset>
  )
}
