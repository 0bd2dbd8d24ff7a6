import { Security } from '../../../features/auth/Security.tsx'
import { DashboardFrame } from '../../../features/dashboard/DashboardFrame.tsx'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import { security } from '../../../shared/texts/security.ts'

export const meta = () => hiddenMeta(security, pages.dashboardSecurity)

export default function SecurityRoute() {
  return (
    <DashboardFrame title={security.title}>
      <Security />
    </DashboardFrame>
  )
}
