// The frame of every page. Other features fill its slots (app/ShellFrame.tsx).

import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { initialSettings } from '../../api/initialSettings.ts'
import { useSettings } from '../../api/settings.ts'
import { deferredPart } from '../../platform/deferredPart.ts'
import { useHydrated } from '../../platform/useHydrated.ts'
import { ErrorBoundary } from '../../shared/ErrorBoundary.tsx'
import { useRouteHandle } from '../../shared/routeHandle.ts'
import { shell } from '../../shared/texts/shell.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Dock } from './Dock.tsx'
import { Header } from './Header.tsx'
import { Splash } from './Splash.tsx'
import { useScrollRules } from './scrollRules.ts'
import './Shell.css'
import { frameIcons } from '../../ui/frameIcons.ts'

const footerId = 'footer'
const footer = (
  <ErrorBoundary quiet>
    {deferredPart({
      id: footerId,
      load: () => import('./Footer.tsx'),
      fallback: <footer id={footerId} className="sh-foot page" />,
      start: 'whenVisible',
    })}
  </ErrorBoundary>
)

const floating = (
  <ErrorBoundary quiet>
    {deferredPart({
      id: 'floating-buttons',
      load: () => import('./FloatingButtons.tsx'),
      fallback: null,
      start: 'afterHydration',
    })}
  </ErrorBoundary>
)

type ShellSlots = {
  /** In the header of a signed-in customer. */
  bell?: ReactNode
  /** Over every page: the sign-in dialog, toasts, banners. */
  over?: ReactNode
}

type Props = ShellSlots & { children: ReactNode; onError?: (error: unknown) => void }

export function Shell({ bell, over, onError, children }: Props) {
  useScrollRules()
  useDocumentTitle()
  const { pathname } = useLocation()
  const { hasNoFooter } = useRouteHandle()
  const isHydrated = useHydrated()
  // The personal area and the admin panel have their own menus, and content in every corner. One
  // shell is served for many URLs, so the first render must not depend on the URL.
  const isWorkplace = isHydrated && /^\/(admin|dashboard|notifications)(\/|$)/.test(pathname)
  return (
    <>
      <a className="skip" href="#main">
        {shell.skip}
      </a>
      <OfflineNotice />
      <Header bell={bell} isPanel={isWorkplace && pathname.startsWith('/admin')} />
      <main id="main" tabIndex={-1} data-workplace={isWorkplace || undefined}>
        <ErrorBoundary resetKey={pathname} onError={onError}>
          {children}
        </ErrorBoundary>
      </main>
      {!hasNoFooter && footer}
      {!isWorkplace && <Dock />}
      {!isWorkplace && floating}
      {over}
      <Splash />
    </>
  )
}

function subscribe(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/**
 * The notice takes a line of its own above the page and stays at the top edge while the page scrolls. At the bottom it
 * would lie over the buttons of forms.
 */
function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className="sh-offline-place">
      {!isOnline && (
        <p className="row sh-offline s">
          <Icon path={frameIcons.offline} />
          {shell.offline}
        </p>
      )}
    </div>
  )
}

/** Titles are prerendered with the built-in company name; the settings may have another name. */
function useDocumentTitle() {
  const { siteName } = useSettings()
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another title.
  useEffect(() => {
    const builtIn = ` — ${initialSettings.siteName}`
    if (siteName === initialSettings.siteName || !document.title.endsWith(builtIn)) return
    document.title = `${document.title.slice(0, -builtIn.length)} — ${siteName}`
  }, [siteName, key])
}
