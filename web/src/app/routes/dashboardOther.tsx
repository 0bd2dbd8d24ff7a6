import { Guard } from '../../features/auth/Guard.tsx'
import { DashboardNotFound } from '../../features/dashboard/DashboardNotFound.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { dashboard } from '../texts/dashboard.ts'

export const meta = () =>
  pageMeta({
    title: dashboard.title,
    description: dashboard.description,
    path: pages.dashboard,
    hidden: true,
  })

export const handle: RouteHandle = { stampTitle: dashboard.title, stampScale: '1 : 1' }

export default function DashboardOtherRoute() {
  return (
    <Guard>
      <DashboardNotFound />
    </Guard>
  )
}
