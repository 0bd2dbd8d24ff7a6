import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import './Tabs.css'
import { joinClasses } from './classes.ts'
import { useScrollToCurrent } from './useScrollToCurrent.ts'

export type Tab = { to: string; label: ReactNode; count?: ReactNode }

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  /** `to` of the open tab; by default the tab of the current path, or of its anchor. */
  current?: string
  className?: string
}

/** A row of links: to pages, to parts of a page, or to views of it in the query ('?view=history'). */
export function Tabs({ label, tabs, current: given, className }: TabsProps) {
  const { pathname, hash } = useLocation()
  const byAddress = tabs.some(({ to }) => to === pathname + hash) ? pathname + hash : pathname
  const current = given ?? byAddress
  const row = useScrollToCurrent<HTMLElement>(current)
  return (
    <nav ref={row} aria-label={label} className={joinClasses('ui-tabs', className)}>
      {tabs.map(({ to, label: text, count }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset={to.startsWith('?')}
          className="ui-tab"
          aria-current={to === current ? 'page' : undefined}
        >
          {text}
          {count !== undefined && <span className="num mute"> {count}</span>}
        </Link>
      ))}
    </nav>
  )
}
