import type { ReactNode } from 'react'
import { classes } from './classes'
import './CornerNote.css'

type Props = {
  title: string
  text: ReactNode
  /** Said aloud when it comes; stands over an ordinary one. */
  isNews?: boolean
  children: ReactNode
}

/** Lies over the lower left corner: something the site asks or tells, with its buttons. Nothing moves for it. */
export function CornerNote({ title, text, isNews, children }: Props) {
  return (
    <section
      role={isNews ? 'status' : undefined}
      aria-label={title}
      className={classes('ui-corner', isNews && 'is-news')}
    >
      <p className="ui-corner-title">{title}</p>
      <p className="s ink2">{text}</p>
      <div className="btns">{children}</div>
    </section>
  )
}
