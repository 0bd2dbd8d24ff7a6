import { BookingsPage } from '../../../features/dashboard/bookings/BookingsPage.tsx'
import { bookingsApi } from '../../../features/dashboard/bookings/bookingsApi.ts'
import { ordersApi } from '../../../features/dashboard/orders/ordersApi.ts'
import { createHiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import type { RouteHandle } from '../../../shared/routeHandle.ts'
import { bookings } from '../../../shared/texts/bookings.ts'
import { beforeRender, startPersonalQueries } from '../../startQueries.ts'

export const meta = () => createHiddenMeta(bookings, pages.dashboardBookings)

export const handle: RouteHandle = {
  dashboardHead: { title: bookings.title, remark: bookings.zone },
}

export const clientLoader = () =>
  startPersonalQueries(
    bookingsApi.endpoints.getMyBookings.initiate(undefined, beforeRender),
    ordersApi.endpoints.getMyOrders.initiate(undefined, beforeRender),
  )

export default BookingsPage
