import { AboutPage } from '../../features/about/AboutPage.tsx'
import { autoDealer, pageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { about } from '../../shared/texts/about.ts'

export const meta = () =>
  pageMeta(about, pages.about, { image: '/og/about.png', jsonLd: [autoDealer()] })

export default AboutPage
