import { HomePage } from '../../features/home/HomePage.tsx'
import { autoDealer, pageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { home } from '../../shared/texts/home.ts'

export const meta = () => pageMeta(home, pages.home, { jsonLd: [autoDealer()] })

export default HomePage
