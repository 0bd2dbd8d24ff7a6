import { MissingOrder, OrderPage } from '../../../features/dashboard/orders/OrderPage.tsx'
import { ordersApi } from '../../../features/dashboard/orders/ordersApi.ts'
import { createHiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import { order } from '../../../shared/texts/orders.ts'
import { MissingRecord } from '../../MissingRecord.tsx'
import { beforeRender, findPersonalRecord, isOtherPage } from '../../startQueries.ts'
import type { Route } from './+types/order.ts'

export const meta = () => createHiddenMeta(order, pages.dashboard)

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  findPersonalRecord(ordersApi.endpoints.getMyOrder.initiate(params.id, beforeRender))

/** The tabs of an order change only the query string. */
export const shouldRevalidate = isOtherPage

export const ErrorBoundary = () => (
  <MissingRecord>
    <MissingOrder />
  </MissingRecord>
)

export default function OrderRoute({ params }: Route.ComponentProps) {
  return <OrderPage id={params.id} />
}
