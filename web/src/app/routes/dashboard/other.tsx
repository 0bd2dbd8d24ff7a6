import { DashboardNotFound } from '../../../features/dashboard/DashboardFrame.tsx'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import { dashboard } from '../../../shared/texts/dashboard.ts'

export const meta = () => hiddenMeta(dashboard, pages.dashboard)

export default DashboardNotFound
