import { guarded } from '../../features/auth/Guard.tsx'
import { OrderPage } from '../../features/dashboard/OrderPage.tsx'
import { hiddenMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { order } from '../texts/orders.ts'

export const meta = () => hiddenMeta(order, pages.dashboard)

export const handle: RouteHandle = { stampTitle: order.title, stampScale: '1 : 9 000 000' }

export default guarded(<OrderPage />)
