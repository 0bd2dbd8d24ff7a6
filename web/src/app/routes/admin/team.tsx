import { AdminList } from '../../../features/admin/AdminList.tsx'
import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { teamSection } from '../../../features/admin/carsSection.tsx'
import { sectionMeta } from './sectionMeta.ts'

export const meta = sectionMeta('team')

export default function TeamRoute() {
  return (
    <AdminSection name="team">
      <AdminList section={teamSection} />
    </AdminSection>
  )
}
