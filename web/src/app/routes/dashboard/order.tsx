import { OrderPage } from '../../../features/dashboard/OrderPage.tsx'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import type { RouteHandle } from '../../../shared/routeHandle.ts'
import { order } from '../../../shared/texts/orders.ts'

export const meta = () => hiddenMeta(order, pages.dashboard)

export const handle: RouteHandle = { stampTitle: order.title, stampScale: '1 : 9 000 000' }

export default OrderPage
