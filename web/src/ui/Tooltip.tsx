import { type ReactNode, useId, useState } from 'react'
import './Tooltip.css'

type TooltipProps = {
  text: ReactNode
  /** Gives the control the id of the words: `(id) => <IconButton aria-describedby={id} … />`. */
  children: (describedBy: string) => ReactNode
}

/** A few words for a control that already has its name; never the only place of anything. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const [isHidden, setHidden] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape hides the words (WCAG 1.4.13), the control does the rest.
    <span
      className="ui-tip-host"
      onKeyDown={(event) => event.key === 'Escape' && setHidden(true)}
      onPointerLeave={() => setHidden(false)}
      onBlur={() => setHidden(false)}
    >
      {children(id)}
      <span id={id} role="tooltip" className={isHidden ? 'ui-tip is-hidden' : 'ui-tip'}>
        {text}
      </span>
    </span>
  )
}
