import { SitemapPage } from '../../features/legal/SitemapPage.tsx'
import { breadcrumbs, pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { shell } from '../texts/shell.ts'
import { sitemap } from '../texts/sitemap.ts'

export const meta = () =>
  pageMeta({
    title: sitemap.title,
    description: sitemap.description,
    path: pages.sitemap,
    jsonLd: [
      breadcrumbs(
        { name: shell.home, path: pages.home },
        { name: sitemap.title, path: pages.sitemap },
      ),
    ],
  })

export const handle: RouteHandle = { stampTitle: sitemap.title, stampScale: '1 : 1' }

export default SitemapPage
