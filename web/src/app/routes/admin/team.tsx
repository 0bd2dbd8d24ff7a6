import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { AdminList } from '../../../features/admin/list/AdminList.tsx'
import { teamSection } from '../../../features/admin/people/teamSection.tsx'
import { isOtherPage } from '../../startQueries.ts'
import { createSectionLoader } from './sectionLoader.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('team')

export const clientLoader = createSectionLoader({ team: teamSection })

export const shouldRevalidate = isOtherPage

export default function TeamRoute() {
  return (
    <AdminSection name="team">
      <AdminList section={teamSection} />
    </AdminSection>
  )
}
