import type { ReactNode } from 'react'
import { LinkButton } from './Button.tsx'
import './EmptyState.css'

type EmptyStateProps = {
  title: ReactNode
  /** What will appear here, and when. */
  children?: ReactNode
  /** One button. */
  action?: ReactNode
  /** A link to a page, instead of `action`. */
  link?: { to: string; label: string }
  /** Heading level on the page. */
  as?: 'h2' | 'h3' | 'p'
}

/** An empty state, drawn as a dashed route. */
export function EmptyState(props: EmptyStateProps) {
  const { title, children, link, as: Heading = 'h3' } = props
  const action = link ? (
    <LinkButton to={link.to} variant="line">
      {link.label}
    </LinkButton>
  ) : (
    props.action
  )
  return (
    <div className="ui-empty">
      <svg viewBox="0 0 280 12" aria-hidden="true">
        <path d="M6 6H274" />
        {[6, 95, 185, 274].map((x) => (
          <circle key={x} cx={x} cy={6} r={5} />
        ))}
      </svg>
      <Heading className="ui-empty-title">{title}</Heading>
      {children && <div className="s ink2">{children}</div>}
      {action && <div className="btns">{action}</div>}
    </div>
  )
}
