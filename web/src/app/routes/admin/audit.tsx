import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import {
  accountAudit,
  calculatorAudit,
  contentAudit,
  notificationAudit,
  statusAudit,
} from '../../../features/admin/auditSections.tsx'
import { AdminList } from '../../../features/admin/list/AdminList.tsx'
import { ViewTabs } from '../../../features/admin/ViewTabs.tsx'
import { isOtherPage } from '../../startQueries.ts'
import { createSectionLoader } from './sectionLoader.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('audit')

export const clientLoader = createSectionLoader({
  content: contentAudit,
  accounts: accountAudit,
  calculator: calculatorAudit,
  messages: notificationAudit,
  state: statusAudit,
})

export const shouldRevalidate = isOtherPage

export default function AuditRoute() {
  return (
    <AdminSection name="audit">
      <ViewTabs
        section="audit"
        bodies={{
          content: <AdminList section={contentAudit} />,
          accounts: <AdminList section={accountAudit} />,
          calculator: <AdminList section={calculatorAudit} />,
          messages: <AdminList section={notificationAudit} />,
          state: <AdminList section={statusAudit} />,
        }}
      />
    </AdminSection>
  )
}
