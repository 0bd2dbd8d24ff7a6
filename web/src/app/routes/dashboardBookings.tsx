import { Guard } from '../../features/auth/Guard.tsx'
import { BookingsPage } from '../../features/dashboard/BookingsPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { bookings } from '../texts/bookings.ts'

export const meta = () =>
  pageMeta({
    title: bookings.title,
    description: bookings.description,
    path: pages.dashboardBookings,
    hidden: true,
  })

export const handle: RouteHandle = { stampTitle: bookings.title, stampScale: '1 : 1' }

export default function DashboardBookingsRoute() {
  return (
    <Guard>
      <BookingsPage />
    </Guard>
  )
}
