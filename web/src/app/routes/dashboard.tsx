import { Guard } from '../../features/auth/Guard.tsx'
import { OverviewPage } from '../../features/dashboard/OverviewPage.tsx'
import { PreferencesForm } from '../../features/notifications/PreferencesForm.tsx'
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

export default function DashboardRoute() {
  return (
    <Guard>
      <OverviewPage preferences={<PreferencesForm />} />
    </Guard>
  )
}
