// Loads the code and the styles of a page when the pointer rests on a link to it, or focus stays on
// the link. For a page without sign-in it also starts the first queries. The framework's own
// prefetching reloads the current page when a file cannot be loaded, and does not run loaders
// (docs/decisions/0353).

import { matchRoutes, type Params, type RouteObject } from 'react-router'

/** How long the pointer rests on a link, or focus stays on it, in ms. */
const intentDelay = 100

type RouteModule = {
  clientLoader?: (args: { request: Request; params: Params }) => unknown
}

/** An entry of the framework's route list, as far as it is used here. */
type ListedRoute = {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  /** URL of the route module. */
  module: string
  css?: readonly string[]
}

declare global {
  /** Written by the start script of the framework. */
  var __reactRouterManifest: { routes: Readonly<Record<string, ListedRoute>> } | undefined
}

/** Part of the Network Information API, which only Chromium has. */
type Connection = { saveData?: boolean; effectiveType?: string }

/**
 * Starts to watch the links of the document. Returns a function that stops it. A touch comes too late
 * to prefetch anything.
 */
export function prefetchPages(): () => void {
  let watchedLink: HTMLAnchorElement | null = null
  let timer: number | undefined

  function onPointerOver(event: PointerEvent) {
    if (event.pointerType !== 'touch') watchLink(event)
  }
  function watchLink({ target }: Event) {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link === watchedLink) return
    watchedLink = link
    clearTimeout(timer)
    if (!link || !isLinkToPage(link)) return
    const url = new URL(link.href)
    timer = window.setTimeout(() => void prefetchPage(url), intentDelay)
  }

  document.addEventListener('pointerover', onPointerOver)
  document.addEventListener('focusin', watchLink)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('pointerover', onPointerOver)
    document.removeEventListener('focusin', watchLink)
  }
}

/** Whether the link opens another page of this site in this tab. */
const isLinkToPage = (link: HTMLAnchorElement): boolean =>
  link.origin === location.origin &&
  link.pathname !== location.pathname &&
  !link.hasAttribute('download') &&
  (link.target === '' || link.target === '_self')

/** False if the visitor asked to save data, or has a slow connection. */
function mayPrefetch(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return !connection?.saveData && !connection?.effectiveType?.endsWith('2g')
}

/** A failure has no effect: the navigation requests the files again, and reports errors. */
async function prefetchPage(url: URL): Promise<void> {
  const found = findPage(url.pathname)
  if (!found || !mayPrefetch()) return
  const { page, layout, params } = found
  prefetchStyles(page)
  try {
    const [{ clientLoader }] = await Promise.all([
      importModule(page),
      layout && importModule(layout),
    ])
    // Pages of a signed-in user have more queries, and their data must not be older than the click.
    if (!layout) await clientLoader?.({ request: new Request(url), params })
  } catch {}
}

type FoundPage = { page: ListedRoute; layout: ListedRoute | undefined; params: Params }

/** The page with this path, and its layout unless it is the root. Null for an unknown path. */
function findPage(pathname: string): FoundPage | null {
  const routes = globalThis.__reactRouterManifest?.routes ?? {}
  // Layouts have no path of their own.
  const pages = Object.values(routes).filter(({ path, index }) => path || index)
  const match = matchRoutes(
    pages.map(({ id, path, index }) => ({ id, path, index }) as RouteObject),
    pathname,
  )?.[0]
  const page = routes[match?.route.id ?? '']
  if (!match || !page || page.path === '*') return null
  const layout = page.parentId === 'root' ? undefined : routes[page.parentId ?? '']
  return { page, layout, params: match.params }
}

const importModule = ({ module }: ListedRoute): Promise<RouteModule> =>
  import(/* @vite-ignore */ module)

function prefetchStyles({ css = [] }: ListedRoute): void {
  for (const href of css) {
    if (document.querySelector(`link[href="${href}"]`)) continue
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.as = 'style'
    link.href = href
    document.head.append(link)
  }
}
