import { HomePage } from '../../features/home/HomePage.tsx'
import { autoDealer, pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { home } from '../texts/home.ts'

export const meta = () => pageMeta(home, pages.home, { jsonLd: [autoDealer()] })

export const handle: RouteHandle = { stampTitle: home.stampTitle, stampScale: '1 : 20' }

export default HomePage
