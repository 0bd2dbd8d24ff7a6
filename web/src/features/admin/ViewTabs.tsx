// Tabs for a section that has several lists. The open tab is in the address.

import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'

export type View = { key: string; label: string; body: ReactNode }

export function ViewTabs({ label, views }: { label: string; views: readonly View[] }) {
  const [address] = useSearchParams()
  const open = views.find(({ key }) => key === address.get('view')) ?? views[0]
  return (
    <>
      <nav className="ui-tabs ad-views" aria-label={label}>
        {views.map(({ key, label: text }) => (
          <Link
            key={key}
            className="ui-tab"
            to={key === views[0]?.key ? '?' : `?view=${key}`}
            aria-current={key === open?.key ? 'page' : undefined}
          >
            {text}
          </Link>
        ))}
      </nav>
      <div key={open?.key}>{open?.body}</div>
    </>
  )
}
