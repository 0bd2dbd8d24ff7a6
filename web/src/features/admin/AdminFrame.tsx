// The frame of every page of the panel: the list of sections, and the open one beside it.

import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { calls } from '../../api/calls.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { pages } from '../../shared/paths.ts'
import { panel, sectionNames } from '../../shared/texts/adminPanel.ts'
import { useScrollToCurrent } from '../../ui/useScrollToCurrent.ts'
import { type Tag, useAdminQuery } from './adminApi.ts'
import { type SectionKey, sectionKeys, sectionPath } from './sectionPaths.ts'
import './admin.css'

export function AdminFrame({ children }: { children: ReactNode }) {
  return (
    <div className="ad-panel-page is-worked-right">
      <AdminNav />
      <div className="ad-main">{children}</div>
    </div>
  )
}

/** The number of records in a section that need an answer; undefined until it is loaded. */
function useWaiting(): Partial<Record<SectionKey, number>> {
  const comments = useTotal('comments', 'Comment', 'pending')
  const contacts = useTotal('contacts', 'Contact', 'new')
  const requests = useTotal('requests', 'Request', 'new')
  return { comments, contacts, requests }
}

function useTotal(
  list: 'comments' | 'contacts' | 'requests',
  tag: Tag,
  status: string,
): number | undefined {
  return useAdminQuery(calls.contentAdmin(list), [tag], {
    params: { status, limit: 1 },
  }).data?.total
}

function AdminNav() {
  const waiting = useWaiting()
  // The numbers make the row longer when they come.
  const { pathname } = useLocation()
  const row = useScrollToCurrent<HTMLElement>([pathname, ...Object.values(waiting)].join(' '))
  return (
    <nav ref={row} className="ad-side" aria-label={panel.sections}>
      {sectionKeys.map((key) => (
        <NavLink key={key} to={sectionPath(key)} end>
          {sectionNames[key]}
          {waiting[key] ? <span className="num">{formatNumber(waiting[key])}</span> : null}
        </NavLink>
      ))}
      <NavLink to={pages.adminNotifications}>{panel.notifications}</NavLink>
    </nav>
  )
}
