import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { AdminList } from '../../../features/admin/list/AdminList.tsx'
import { webhooksSection } from '../../../features/admin/settings/webhooksSection.tsx'
import { incidentsSection } from '../../../features/admin/status/incidentsSection.tsx'
import { logsSection } from '../../../features/admin/status/logsSection.tsx'
import { maintenanceSection } from '../../../features/admin/status/maintenanceSection.tsx'
import { templatesSection } from '../../../features/admin/status/templatesSection.tsx'
import { ViewTabs } from '../../../features/admin/ViewTabs.tsx'
import { isOtherPage } from '../../startQueries.ts'
import { createSectionLoader } from './sectionLoader.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('status')

export const clientLoader = createSectionLoader({
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
