import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { Overview } from '../../../features/admin/overview/Overview.tsx'
import { createOverviewRequests } from '../../../features/admin/overview/overviewReads.ts'
import { startPanelQueries } from '../../startQueries.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('overview')

export const clientLoader = () => startPanelQueries(...createOverviewRequests())

export default function OverviewRoute() {
  return (
    <AdminSection name="overview">
      <Overview />
    </AdminSection>
  )
}
