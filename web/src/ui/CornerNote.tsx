import type { ReactNode } from 'react'
import { joinClasses } from './classes.ts'
import './CornerNote.css'

type Props = {
  title: string
  text: ReactNode
  /** Announced by screen readers, and above an ordinary note. */
  isNews?: boolean
  children: ReactNode
}

/**
 * A note in the lower left corner: an offer or a message with buttons. It does not shift the page.
 */
export function CornerNote({ title, text, isNews, children }: Props) {
  return (
    <section
      role={isNews ? 'status' : undefined}
      aria-label={title}
      className={joinClasses('ui-corner', isNews && 'is-news')}
    >
      <p className="ui-corner-title">{title}</p>
      <p className="s ink2">{text}</p>
      <div className="btns">{children}</div>
    </section>
  )
}
