import { Guard } from '../../features/auth/Guard.tsx'
import { PaymentsPage } from '../../features/dashboard/PaymentsPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { payments } from '../texts/payments.ts'

export const meta = () =>
  pageMeta({
    title: payments.title,
    description: payments.description,
    path: pages.dashboardPayments,
    hidden: true,
  })

export const handle: RouteHandle = { stampTitle: payments.title, stampScale: '1 : 1' }

export default function DashboardPaymentsRoute() {
  return (
    <Guard>
      <PaymentsPage />
    </Guard>
  )
}
