// The frame of every admin page: the list of sections, and the open one beside it.

import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { formatNumber } from '../../lib/numbers.ts'
import { lazyWithRetry } from '../../platform/lazyWithRetry.ts'
import { pages } from '../../shared/paths.ts'
import { palette, panel, sectionNames } from '../../shared/texts/adminPanel.ts'
import { useScrollToCurrent } from '../../ui/useScrollToCurrent.ts'
import { type Params, type TagType, useAdminQuery } from './adminApi.ts'
import { overviewReads, unreadConversationsRead } from './overviewReads.ts'
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
  const comments = useTotal(overviewReads.pendingComments)
  const contacts = useTotal(overviewReads.newContacts)
  const requests = useTotal(overviewReads.newRequests)
  const conversations = useTotal(unreadConversationsRead)
  return { comments, contacts, requests, conversations }
}

type CountedUrl =
  | (typeof overviewReads)['pendingComments' | 'newContacts' | 'newRequests']['url']
  | typeof unreadConversationsRead.url

function useTotal({
  url,
  tags,
  params,
}: {
  url: CountedUrl
  tags: readonly TagType[]
  params: Params
}) {
  return useAdminQuery(url, tags, { params }).data?.total
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
