import { HomePage } from '../../features/home/HomePage.tsx'
import { autoDealer, pageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import type { RouteHandle } from '../../shared/routeHandle.ts'
import { home } from '../../shared/texts/home.ts'

export const meta = () => pageMeta(home, pages.home, { jsonLd: [autoDealer()] })

export const handle: RouteHandle = { stampTitle: home.stampTitle, stampScale: '1 : 20' }

export default HomePage
