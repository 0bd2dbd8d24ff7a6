import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Provider } from 'react-redux'
import { Links, type LinksFunction, Meta, Outlet, Scripts, useRouteError } from 'react-router'
import onestCyrillic from '../ui/fonts/onest-cyrillic.woff2?url'
import onestLatin from '../ui/fonts/onest-latin.woff2?url'
import onestRouble from '../ui/fonts/onest-rub.woff2?url'
import '../ui/base.css'
import { initialSettings } from '../api/initialSettings.ts'
import { ServedRecordPlace } from '../api/ServedRecordPlace.tsx'
import { hasServedRecord } from '../api/servedRecord.ts'
import bootScript from '../platform/boot.js?url'
import { env } from '../platform/env.ts'
import { announceHydration } from '../platform/hydration.ts'
import { lazyWithRetry } from '../platform/lazyWithRetry.ts'
import { reloadForMissingCode } from '../platform/missingCode.ts'
import { hasPrerenderedHead } from '../shared/head/prerenderedHead.ts'
import { RootError } from './RootError.tsx'
import { ShellFrame } from './ShellFrame.tsx'
import { getPageStore } from './store.ts'

if (typeof window !== 'undefined') reloadForMissingCode()

/**
 * Fonts of the first paint. The rouble sign is 1 kB of its own: when it came later, a price became
 * wider, and browsers counted the price of a car as the largest paint for a second time.
 */
export const links: LinksFunction = () => [
  ...[onestCyrillic, onestLatin, onestRouble].map((href) => ({
    rel: 'preload',
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-180.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/**
 * Head of client-only pages until the route sets its own. Articles and cars have a prerendered one.
 * The title of the served HTML stays, because it may be the title of a 404 page.
 */
export const meta = () =>
  hasPrerenderedHead()
    ? []
    : [
        { title: globalThis.document?.title ?? initialSettings.siteName },
        { name: 'robots', content: 'noindex' },
      ]

/**
 * The document. The frame is part of it, so it stays when the page replaces its fallback. An error
 * of the frame itself is shown without the frame.
 */
export function Layout({ children }: { children: ReactNode }) {
  const hasFailed = (useRouteError() ?? null) !== null
  return (
    <html lang="ru" data-theme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="app-version" content={env.appVersion} />
        <meta name="site-address" content={env.publicUrl} />
        <meta
          name="theme-color"
          content={env.pageColors.light}
          media="(prefers-color-scheme: light)"
        />
        <meta
          name="theme-color"
          content={env.pageColors.dark}
          media="(prefers-color-scheme: dark)"
        />
        <script src={bootScript} />
        <Meta />
        <Links />
      </head>
      <body>
        {hasFailed ? children : <App>{children}</App>}
        <Scripts />
      </body>
    </html>
  )
}

function App({ children }: { children?: ReactNode }) {
  const [store] = useState(getPageStore)
  // Parts that hydrate later must start from the state with which their HTML was rendered.
  const [prerendered] = useState(() => store.getState())
  useEffect(() => {
    announceHydration()
    // The first paint does not need the data client, so it is loaded right after it.
    void import('./startData.ts').then(({ startData }) => startData(store))
  }, [store])
  return (
    <Provider store={store} serverState={prerendered}>
      <ShellFrame>{children}</ShellFrame>
    </Provider>
  )
}

/**
 * Shown when the frame itself failed. Parts of it have their own boundaries (ShellFrame, Shell).
 */
export function ErrorBoundary() {
  return <RootError error={useRouteError()} />
}

export default function Root() {
  return <Outlet />
}

// PageLoading is in the HTML of the shared shell (__spa-fallback.html) only. Prerendered pages load neither its code nor its
// styles.
const PageLoading = lazyWithRetry(() => import('../shared/PageLoading.tsx'))
const pageLoading = (
  <Suspense>
    <PageLoading />
  </Suspense>
)

/**
 * Client-only pages show a loading state until their code is loaded, unless the content service has
 * put an article or a car into the page. The text of a 404 page is written into the noscript element.
 */
export function HydrateFallback() {
  if (hasServedRecord()) return <ServedRecordPlace />
  return (
    <>
      <noscript />
      {pageLoading}
    </>
  )
}
