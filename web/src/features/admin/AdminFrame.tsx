// The frame of every admin page: the list of sections, and the open one beside it.

import { type ReactNode, useEffect, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { formatNumber } from '../../lib/numbers.ts'
import { pages } from '../../shared/paths.ts'
import { keyHelp, palette, panel, sectionNames } from '../../shared/texts/adminPanel.ts'
import { useScrollToCurrent } from '../../ui/useScrollToCurrent.ts'
import { type Params, type TagType, useAdminQuery } from './adminApi.ts'
import { DoneNotice } from './DoneNotice.tsx'
import { KeyHelp } from './KeyHelp.tsx'
import { overviewReads, unreadConversationsRead } from './overview/overviewReads.ts'
import { Palette } from './Palette.tsx'
import { buildSectionPath, type SectionKey, sectionKeys } from './sectionPaths.ts'
import { useShortcuts } from './shortcuts.ts'
import './admin.css'

/** The search field of the page's list. */
const findSearchField = () =>
  document.querySelector<HTMLInputElement>('.ad-main input[type=search]')

export function AdminFrame({ children }: { children: ReactNode }) {
  const [overlay, setOverlay] = useState<'palette' | 'keys' | null>(null)
  const close = () => setOverlay(null)
  useEffect(() => {
    // `code` is the physical key, so the shortcut works with the Russian layout too.
    function onKeyDown(event: KeyboardEvent) {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.code === 'KeyK'
      if (!isShortcut || event.altKey || event.shiftKey) return
      // The browser would open its own search.
      event.preventDefault()
      // An open dialog keeps the keyboard.
      if (document.querySelector('[role$=dialog]') === null) setOverlay('palette')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  useShortcuts((key) => {
    if (key === '?') setOverlay('keys')
    else if (key === '/') focusSearch()
    else return false
    return true
  })

  function focusSearch() {
    const field = findSearchField()
    if (!field) return setOverlay('palette')
    field.focus()
    field.select()
  }

  return (
    <div className="ad-panel-page">
      <AdminNav onFind={() => setOverlay('palette')} onShowKeys={() => setOverlay('keys')} />
      <div className="ad-main">{children}</div>
      <DoneNotice />
      {/* Not loaded on the key press: letters typed meanwhile would be shortcuts of the list. */}
      {overlay === 'palette' && <Palette onClose={close} onShowKeys={() => setOverlay('keys')} />}
      {overlay === 'keys' && <KeyHelp onClose={close} />}
    </div>
  )
}

/** Number of records in each section that need an answer. Undefined until it is loaded. */
function useWaitingCounts(): Partial<Record<SectionKey, number>> {
  const comments = useTotal(overviewReads.pendingComments)
  const contacts = useTotal(overviewReads.newContacts)
  const requests = useTotal(overviewReads.newRequests)
  const conversations = useTotal(unreadConversationsRead)
  return { comments, contacts, requests, conversations }
}

type CountedUrl =
  | (typeof overviewReads)['pendingComments' | 'newContacts' | 'newRequests']['url']
  | typeof unreadConversationsRead.url

type CountedList = { url: CountedUrl; tags: readonly TagType[]; params: Params }

function useTotal({ url, tags, params }: CountedList): number | undefined {
  return useAdminQuery(url, tags, { params }).data?.total
}

type NavProps = { onFind: () => void; onShowKeys: () => void }

function AdminNav({ onFind, onShowKeys }: NavProps) {
  const waiting = useWaitingCounts()
  // Loaded counts make the row longer, so it is scrolled to the current section again.
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
      <button
        type="button"
        className="plain ad-find ad-find-keys"
        aria-keyshortcuts="?"
        onClick={onShowKeys}
      >
        {keyHelp.open}
        <span className="ad-find-key" aria-hidden="true">
          ?
        </span>
      </button>
      {sectionKeys.map((key) => (
        <NavLink key={key} to={buildSectionPath(key)} end>
          {sectionNames[key]}
          {waiting[key] ? <span className="num">{formatNumber(waiting[key])}</span> : null}
        </NavLink>
      ))}
      <NavLink to={pages.adminNotifications}>{panel.notifications}</NavLink>
    </nav>
  )
}
