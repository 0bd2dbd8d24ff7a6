import type { ReactNode } from 'react'
import './Disclosure.css'
import { classes } from './classes'

type DisclosureProps = {
  summary: ReactNode
  children: ReactNode
  open?: boolean
  className?: string
}

/** A part that opens in place. Native, so it works before hydration and the page search finds its text. */
export function Disclosure({ summary, children, open, className }: DisclosureProps) {
  return (
    <details open={open} className={classes('ui-disclosure', className)}>
      <summary>{summary}</summary>
      <div>{children}</div>
    </details>
  )
}
