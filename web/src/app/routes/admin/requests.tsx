import { AdminList } from '../../../features/admin/AdminList.tsx'
import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { requestsSection } from '../../../features/admin/inboxSections.tsx'
import { sectionMeta } from './sectionMeta.ts'

export const meta = sectionMeta('requests')

export default function RequestsRoute() {
  return (
    <AdminSection name="requests">
      <AdminList section={requestsSection} />
    </AdminSection>
  )
}
