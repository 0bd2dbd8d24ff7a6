import { HomePage } from '../../features/home/HomePage.tsx'
import { createPageMeta, describeDealer } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { home } from '../../shared/texts/home.ts'

export const meta = () => createPageMeta(home, pages.home, { jsonLd: [describeDealer()] })

export default HomePage
