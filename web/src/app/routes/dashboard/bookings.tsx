import { BookingsPage } from '../../../features/dashboard/BookingsPage.tsx'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import type { RouteHandle } from '../../../shared/routeHandle.ts'
import { bookings } from '../../../shared/texts/bookings.ts'

export const meta = () => hiddenMeta(bookings, pages.dashboardBookings)

export const handle: RouteHandle = { stampTitle: bookings.title, stampScale: '1 : 1' }

export default BookingsPage
