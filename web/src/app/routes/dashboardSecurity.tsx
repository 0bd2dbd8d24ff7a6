import { Guard } from '../../features/auth/Guard.tsx'
import { Security } from '../../features/auth/Security.tsx'
import { DashboardFrame } from '../../features/dashboard/DashboardFrame.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { security } from '../texts/security.ts'

export const meta = () =>
  pageMeta({
    title: security.title,
    description: security.description,
    path: pages.dashboardSecurity,
    hidden: true,
  })

export const handle: RouteHandle = { stampTitle: security.title, stampScale: '1 : 1' }

export default function DashboardSecurityRoute() {
  return (
    <Guard>
      <DashboardFrame title={security.title}>
        <Security />
      </DashboardFrame>
    </Guard>
  )
}
