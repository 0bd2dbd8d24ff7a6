import { Security } from '../../../features/auth/Security.tsx'
import { DashboardFrame } from '../../../features/dashboard/DashboardFrame.tsx'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import type { RouteHandle } from '../../../shared/routeHandle.ts'
import { security } from '../../../shared/texts/security.ts'

export const meta = () => hiddenMeta(security, pages.dashboardSecurity)

export const handle: RouteHandle = { stampTitle: security.title, stampScale: '1 : 1' }

export default function SecurityRoute() {
  return (
    <DashboardFrame title={security.title}>
      <Security />
    </DashboardFrame>
  )
}
