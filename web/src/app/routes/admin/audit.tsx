import { AdminList } from '../../../features/admin/AdminList.tsx'
import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import {
  accountAudit,
  calculatorAudit,
  contentAudit,
  notificationAudit,
} from '../../../features/admin/auditSections.tsx'
import { ViewTabs } from '../../../features/admin/ViewTabs.tsx'
import { sectionMeta } from './sectionMeta.ts'

export const meta = sectionMeta('audit')

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
        }}
      />
    </AdminSection>
  )
}
