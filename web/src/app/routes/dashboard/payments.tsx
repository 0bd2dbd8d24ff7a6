import { ordersApi } from '../../../features/dashboard/orders/ordersApi.ts'
import { PaymentsPage } from '../../../features/dashboard/payments/PaymentsPage.tsx'
import { paymentsApi } from '../../../features/dashboard/payments/paymentsApi.ts'
import { createHiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import type { RouteHandle } from '../../../shared/routeHandle.ts'
import { payments } from '../../../shared/texts/payments.ts'
import { beforeRender, startPersonalQueries } from '../../startQueries.ts'

export const meta = () => createHiddenMeta(payments, pages.dashboardPayments)

export const handle: RouteHandle = {
  dashboardHead: { title: payments.title, remark: payments.how },
}

export const clientLoader = () =>
  startPersonalQueries(
    ordersApi.endpoints.getMyOrders.initiate(undefined, beforeRender),
    paymentsApi.endpoints.getMyPayments.initiate(undefined, beforeRender),
  )

export default PaymentsPage
