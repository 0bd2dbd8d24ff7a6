import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { requestsSection } from '../../../features/admin/inbox/inboxSections.tsx'
import { AdminList } from '../../../features/admin/list/AdminList.tsx'
import { isOtherPage } from '../../startQueries.ts'
import { createSectionLoader } from './sectionLoader.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('requests')

export const clientLoader = createSectionLoader({ requests: requestsSection })

export const shouldRevalidate = isOtherPage

export default function RequestsRoute() {
  return (
    <AdminSection name="requests">
      <AdminList section={requestsSection} />
    </AdminSection>
  )
}
