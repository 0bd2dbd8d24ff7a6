import { SitemapPage } from '../../features/legal/SitemapPage.tsx'
import { breadcrumbs, pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { Sheet } from '../sheet.ts'
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

export const handle: Sheet = { sheet: sitemap.title, scale: '1 : 1' }

export default SitemapPage
