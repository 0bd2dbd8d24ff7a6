import { ordersApi } from '../../features/dashboard/orders/ordersApi.ts'
import { EndedLink, SharedOrderPage } from '../../features/dashboard/orders/SharedOrderPage.tsx'
import { createHiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { shared } from '../../shared/texts/orders.ts'
import { MissingRecord } from '../MissingRecord.tsx'
import { beforeRender, findRecord } from '../startQueries.ts'
import type { Route } from './+types/sharedOrder.ts'

export const meta = () => createHiddenMeta(shared, pages.services)

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  findRecord(ordersApi.endpoints.getSharedOrder.initiate(params.token, beforeRender))

export const ErrorBoundary = () => (
  <MissingRecord>
    <EndedLink />
  </MissingRecord>
)

export default function SharedOrderRoute({ params }: Route.ComponentProps) {
  return <SharedOrderPage token={params.token} />
}
