import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import './Tabs.css'
import { classes } from './classes.ts'
import { useScrollToCurrent } from './useScrollToCurrent.ts'

export type Tab = { id: string; label: ReactNode; count?: ReactNode; content: ReactNode }

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  /** The open tab; it is in the URL of the page. */
  value: string
  onChange: (id: string) => void
}

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const row = useScrollToCurrent<HTMLDivElement>(value)
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(String(next))}>
      <Base.List ref={row} className="ui-tabs" aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.id} value={tab.id} className="ui-tab">
            {tab.label}
            {tab.count !== undefined && <span className="num mute"> {tab.count}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} className="ui-tab-panel">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}

type PageTabsProps = {
  label: string
  tabs: readonly { to: string; label: ReactNode }[]
  /** `to` of the open tab; by default the tab of the current path, or of its anchor. */
  current?: string
  className?: string
}

/** The same design for links: to pages, to parts of a page, or to views of it in the query. */
export function PageTabs({ label, tabs, current: given, className }: PageTabsProps) {
  const { pathname, hash } = useLocation()
  const byAddress = tabs.some(({ to }) => to === pathname + hash) ? pathname + hash : pathname
  const current = given ?? byAddress
  const row = useScrollToCurrent<HTMLElement>(current)
  return (
    <nav ref={row} aria-label={label} className={classes('ui-tabs', className)}>
      {tabs.map(({ to, label: text }) => (
        <Link
          key={to}
          to={to}
          className="ui-tab"
          aria-current={to === current ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
