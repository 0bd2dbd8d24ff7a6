import { Guard } from '../../features/auth/Guard.tsx'
import { BookingsPage } from '../../features/dashboard/BookingsPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { Sheet } from '../sheet.ts'
import { bookings } from '../texts/bookings.ts'

export const meta = () =>
  pageMeta({
    title: bookings.title,
    description: bookings.description,
    path: pages.dashboardBookings,
    hidden: true,
  })

export const handle: Sheet = { sheet: bookings.title, scale: '1 : 1' }

export default function DashboardBookingsRoute() {
  return (
    <Guard>
      <BookingsPage />
    </Guard>
  )
}
