import type { ReactNode } from 'react'
import './Disclosure.css'
import { joinClasses } from './classes.ts'

type DisclosureProps = {
  summary: ReactNode
  children: ReactNode
  className?: string
  /** Opens the part, for example because a field inside has an error. */
  open?: boolean
  /** The id of the summary, for links to this part. */
  id?: string
}

/**
 * A part that opens in place. It is a native `<details>` element, so it works before hydration, and
 * the browser's own search in the page can find its text.
 */
export function Disclosure({ summary, children, className, open, id }: DisclosureProps) {
  return (
    <details open={open || undefined} className={joinClasses('ui-disclosure', className)}>
      <summary id={id}>{summary}</summary>
      <div>{children}</div>
    </details>
  )
}
