import { SitemapPage } from '../../features/legal/SitemapPage.tsx'
import { createPageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { sitemap } from '../../shared/texts/sitemap.ts'

export const meta = () => createPageMeta(sitemap, pages.sitemap)

export default SitemapPage
