import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/EmptyState.tsx'

type Props = {
  title: string
  hint: ReactNode
  to: string
  action: string
  /** On one line: while the whole area is empty, the orders have the only invitation. */
  isBrief: boolean
}

export function EmptyList({ title, hint, to, action, isBrief }: Props) {
  if (isBrief)
    return (
      <p className="ink2">
        {title}. <Link to={to}>{action}</Link>
      </p>
    )
  return (
    <EmptyState title={title} link={{ to: to, label: action }}>
      {hint}
    </EmptyState>
  )
}
