import { Guard } from '../../features/auth/Guard.tsx'
import { OrderPage } from '../../features/dashboard/OrderPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { order } from '../texts/orders.ts'

export const meta = () =>
  pageMeta({
    title: order.title,
    description: order.description,
    path: pages.dashboard,
    hidden: true,
  })

export const handle: RouteHandle = { stampTitle: order.title, stampScale: '1 : 9 000 000' }

export default function DashboardOrderRoute() {
  return (
    <Guard>
      <OrderPage />
    </Guard>
  )
}
