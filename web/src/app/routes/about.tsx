import { AboutPage } from '../../features/about/AboutPage.tsx'
import { autoDealer, breadcrumbs, pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { about } from '../texts/about.ts'
import { shell } from '../texts/shell.ts'

export const meta = () =>
  pageMeta({
    title: about.title,
    description: about.description,
    path: pages.about,
    image: '/og/about.png',
    jsonLd: [
      autoDealer(),
      breadcrumbs({ name: shell.home, path: pages.home }, { name: about.title, path: pages.about }),
    ],
  })

export const handle: RouteHandle = { stampTitle: about.title, stampScale: '1 : 5 000 000' }

export default AboutPage
