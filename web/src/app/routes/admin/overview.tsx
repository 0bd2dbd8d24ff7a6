import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { Overview } from '../../../features/admin/Overview.tsx'
import { sectionMeta } from './sectionMeta.ts'

export const meta = sectionMeta('overview')

export default function OverviewRoute() {
  return (
    <AdminSection name="overview">
      <Overview />
    </AdminSection>
  )
}
