import { SitemapPage } from '../../features/legal/SitemapPage.tsx'
import { pageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { sitemap } from '../../shared/texts/sitemap.ts'

export const meta = () => pageMeta(sitemap, pages.sitemap)

export default SitemapPage
