// The frame of every page. What belongs to other features comes in through slots (app/ShellFrame.tsx).

import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { ErrorBoundary } from '../../app/ErrorBoundary.tsx'
import { lazyAfterHydration, lazyWhenVisible } from '../../app/lazyWhenVisible.ts'
import { useRouteHandle } from '../../app/routeHandle.ts'
import { shell } from '../../app/texts/shell.ts'
import { Dock } from './Dock.tsx'
import { useDocumentTitle } from './documentTitle.ts'
import { Header } from './Header.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { Splash } from './Splash.tsx'
import './Shell.css'
import { useScrollRules } from './scrollRules.ts'

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
