import { AdminList } from '../../../features/admin/AdminList.tsx'
import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { logsSection } from '../../../features/admin/auditSections.tsx'
import {
  incidentsSection,
  maintenanceSection,
  templatesSection,
} from '../../../features/admin/statusSections.tsx'
import { ViewTabs } from '../../../features/admin/ViewTabs.tsx'
import { webhooksSection } from '../../../features/admin/webhooksSection.tsx'
import { isOtherPage } from '../../startQueries.ts'
import { sectionMeta } from './sectionMeta.ts'
import { startSection } from './startSection.ts'

export const meta = sectionMeta('status')

export const clientLoader = startSection({
  incidents: incidentsSection,
  maintenance: maintenanceSection,
  templates: templatesSection,
  webhooks: webhooksSection,
  logs: logsSection,
})

export const shouldRevalidate = isOtherPage

export default function StatusRoute() {
  return (
    <AdminSection name="status">
      <ViewTabs
        section="status"
        bodies={{
          incidents: <AdminList section={incidentsSection} />,
          maintenance: <AdminList section={maintenanceSection} />,
          templates: <AdminList section={templatesSection} />,
          webhooks: <AdminList section={webhooksSection} />,
          logs: <AdminList section={logsSection} />,
        }}
      />
    </AdminSection>
  )
}
