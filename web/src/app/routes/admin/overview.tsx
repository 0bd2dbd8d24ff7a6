import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { Overview } from '../../../features/admin/overview/Overview.tsx'
import { overviewRequests } from '../../../features/admin/overview/overviewReads.ts'
import { startPersonalQueries } from '../../startQueries.ts'
import { sectionMeta } from './sectionMeta.ts'

export const meta = sectionMeta('overview')

export const clientLoader = () => startPersonalQueries(...overviewRequests())

export default function OverviewRoute() {
  return (
    <AdminSection name="overview">
      <Overview />
    </AdminSection>
  )
}
