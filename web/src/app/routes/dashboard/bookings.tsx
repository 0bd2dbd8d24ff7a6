import { BookingsPage } from '../../../features/dashboard/BookingsPage.tsx'
import { bookingsApi } from '../../../features/dashboard/bookingsApi.ts'
import { ordersApi } from '../../../features/dashboard/ordersApi.ts'
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
