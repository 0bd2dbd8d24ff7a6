import { AboutPage } from '../../features/about/AboutPage.tsx'
import { createPageMeta, describeDealer } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { about } from '../../shared/texts/about.ts'

export const meta = () =>
  createPageMeta(about, pages.about, { image: '/og/about.png', jsonLd: [describeDealer()] })

export default AboutPage
