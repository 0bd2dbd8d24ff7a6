import { SitemapPage } from '../../features/legal/SitemapPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { sitemap } from '../texts/sitemap.ts'

export const meta = () => pageMeta(sitemap, pages.sitemap)

export const handle: RouteHandle = { stampTitle: sitemap.title, stampScale: '1 : 1' }

export default SitemapPage
