import { SharedOrderPage } from '../../features/dashboard/SharedOrderPage.tsx'
import { hiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import type { RouteHandle } from '../../shared/routeHandle.ts'
import { shared } from '../../shared/texts/orders.ts'

export const meta = () => hiddenMeta(shared, pages.services)

export const handle: RouteHandle = { stampTitle: shared.title, stampScale: '1 : 9 000 000' }

export default SharedOrderPage
