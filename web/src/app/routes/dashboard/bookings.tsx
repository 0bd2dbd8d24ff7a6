import { BookingsPage } from '../../../features/dashboard/BookingsPage.tsx'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import { bookings } from '../../../shared/texts/bookings.ts'

export const meta = () => hiddenMeta(bookings, pages.dashboardBookings)

export default BookingsPage
