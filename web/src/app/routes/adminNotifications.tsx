import { AdminFrame } from '../../features/admin/AdminFrame.tsx'
import { AdminList } from '../../features/admin/AdminList.tsx'
import { campaignsSection } from '../../features/admin/campaignsSection.tsx'
import { guarded } from '../../features/auth/Guard.tsx'
import { CampaignsPage } from '../../features/campaigns/CampaignsPage.tsx'
import { hiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import type { RouteHandle } from '../../shared/routeHandle.ts'
import { campaigns } from '../../shared/texts/campaigns.ts'

const { title, denied } = campaigns

export const meta = () => hiddenMeta({ title, description: title }, pages.adminNotifications)

export const handle: RouteHandle = { scrollGroup: 'admin', hasNoFooter: true }

export default guarded(
  <AdminFrame>
    <CampaignsPage list={<AdminList section={campaignsSection} />} />
  </AdminFrame>,
  { admin: true, visitorTo: 'login', denied },
)
