import { DashboardNotFound } from '../../../features/dashboard/DashboardFrame.tsx'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import type { RouteHandle } from '../../../shared/routeHandle.ts'
import { dashboard } from '../../../shared/texts/dashboard.ts'

export const meta = () => hiddenMeta(dashboard, pages.dashboard)

export const handle: RouteHandle = { stampTitle: dashboard.title, stampScale: '1 : 1' }

export default DashboardNotFound
