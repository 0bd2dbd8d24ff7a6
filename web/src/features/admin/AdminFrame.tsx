// The frame of every admin page: the list of sections, and the open one beside it.

import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { calls } from '../../api/calls.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { lazyWithRetry } from '../../platform/lazyWithRetry.ts'
import { pages } from '../../shared/paths.ts'
import { palette, panel, sectionNames } from '../../shared/texts/adminPanel.ts'
import { useScrollToCurrent } from '../../ui/useScrollToCurrent.ts'
import { type Tag, useAdminQuery } from './adminApi.ts'
import { type SectionKey, sectionKeys, sectionPath } from './sectionPaths.ts'
import './admin.css'

const Palette = lazyWithRetry(() => import('./Palette.tsx'))

export function AdminFrame({ children }: { children: ReactNode }) {
  const [isFinding, setFinding] = useState(false)
  useEffect(() => {
    // `code` is the physical key, so the shortcut works with the Russian layout too.
    function pressed(event: KeyboardEvent) {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.code === 'KeyK'
      if (!isShortcut || event.altKey || event.shiftKey) return
      // The browser would open its own search.
      event.preventDefault()
      // A question that is open keeps the keyboard.
      if (document.querySelector('[role$=dialog]') === null) setFinding(true)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return (
    <div className="ad-panel-page is-worked-right">
      <AdminNav onFind={() => setFinding(true)} />
      <div className="ad-main">{children}</div>
      {isFinding && (
        <Suspense fallback={null}>
          <Palette onClose={() => setFinding(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Number of records in each section that need an answer; undefined until loaded. */
function useWaiting(): Partial<Record<SectionKey, number>> {
  const comments = useTotal('comments', 'Comment', 'pending')
  const contacts = useTotal('contacts', 'Contact', 'new')
  const requests = useTotal('requests', 'Request', 'new')
  const conversations = useAdminQuery(calls.contentAdmin('conversations'), ['Conversation'], {
    params: { unread: true, limit: 1 },
  }).data?.total
  return { comments, contacts, requests, conversations }
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

function AdminNav({ onFind }: { onFind: () => void }) {
  const waiting = useWaiting()
  // The counts make the row longer when they are loaded.
  const { pathname } = useLocation()
  const row = useScrollToCurrent<HTMLElement>([pathname, ...Object.values(waiting)].join(' '))
  return (
    <nav ref={row} className="ad-side" aria-label={panel.sections}>
      <button
        type="button"
        className="plain ad-find"
        aria-keyshortcuts="Control+K"
        onClick={onFind}
      >
        {palette.open}
        <span className="ad-find-key" aria-hidden="true">
          {palette.shortcut}
        </span>
      </button>
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
