// The frame of every page. What belongs to other features comes in through slots (app/ShellFrame.tsx).

import { type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { ErrorBoundary } from '../../app/ErrorBoundary.tsx'
import { initialSettings } from '../../app/initialSettings.ts'
import { lazyAfterHydration, lazyWhenVisible } from '../../app/lazyWhenVisible.ts'
import { useRouteHandle } from '../../app/routeHandle.ts'
import { useSettings } from '../../app/settings.ts'
import { shell } from '../../app/texts/shell.ts'
import { Icon } from '../../ui/Icon'
import { Header } from './Header.tsx'
import { Dock } from './NavLinks.tsx'
import { Splash } from './Splash.tsx'
import { useScrollRules } from './scrollRules.ts'
import './Shell.css'

const footerId = 'footer'
const Footer = lazyWhenVisible(footerId, () => import('./Footer.tsx'))

const FloatingButtons = lazyAfterHydration(
  'floating-buttons',
  () => import('./FloatingButtons.tsx'),
)
const floating = (
  <ErrorBoundary quiet>
    <Suspense fallback={null}>
      <FloatingButtons />
    </Suspense>
  </ErrorBoundary>
)

// A constant element: a new one would be an update of a part that is not hydrated yet.
const footer = (
  <ErrorBoundary quiet>
    <Suspense fallback={<footer id={footerId} className="sh-foot page" />}>
      <Footer />
    </Suspense>
  </ErrorBoundary>
)

type ShellSlots = {
  /** In the header of a signed-in customer. */
  bell?: ReactNode
  /** Above every page: the sign-in dialog, toasts, banners. */
  over?: ReactNode
}

type Props = ShellSlots & { children: ReactNode; onError?: (error: unknown) => void }

export function Shell({ bell, over, onError, children }: Props) {
  useScrollRules()
  useDocumentTitle()
  const { pathname } = useLocation()
  const { hasNoFooter } = useRouteHandle()
  return (
    <>
      <a className="skip" href="#main">
        {shell.skip}
      </a>
      <Header bell={bell} />
      <main id="main" tabIndex={-1}>
        <ErrorBoundary resetKey={pathname} onError={onError}>
          {children}
        </ErrorBoundary>
      </main>
      {!hasNoFooter && footer}
      <Dock />
      {floating}
      <OfflineNotice />
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

/** Above the page, so that the layout does not shift when the network changes. */
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
          <Icon name="offline" />
          {shell.offline}
        </p>
      )}
    </div>
  )
}

// Titles are prerendered with the built-in company name; the settings may have another one.

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
