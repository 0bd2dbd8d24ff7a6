import { OrderPage } from '../../../features/dashboard/OrderPage.tsx'
import { ordersApi } from '../../../features/dashboard/ordersApi.ts'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import { order } from '../../../shared/texts/orders.ts'
import { beforeRender, startPersonalQueries } from '../../startQueries.ts'
import type { Route } from './+types/order.ts'

export const meta = () => hiddenMeta(order, pages.dashboard)

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  startPersonalQueries(ordersApi.endpoints.getMyOrder.initiate(params.id, beforeRender))

export default function OrderRoute({ params }: Route.ComponentProps) {
  return <OrderPage id={params.id} />
}
