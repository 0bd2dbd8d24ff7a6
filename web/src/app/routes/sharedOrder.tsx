import { SharedOrderPage } from '../../features/dashboard/SharedOrderPage.tsx'
import { hiddenMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { shared } from '../texts/orders.ts'

export const meta = () => hiddenMeta(shared, pages.services)

export const handle: RouteHandle = { stampTitle: shared.title, stampScale: '1 : 9 000 000' }

export default SharedOrderPage
