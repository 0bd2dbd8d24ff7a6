import { AdminFrame } from '../../features/admin/AdminFrame.tsx'
import { AdminList } from '../../features/admin/AdminList.tsx'
import { campaignsSection } from '../../features/admin/campaignsSection.tsx'
import { Guard } from '../../features/auth/Guard.tsx'
import { CampaignsPage } from '../../features/campaigns/CampaignsPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { campaigns } from '../texts/campaigns.ts'

export const meta = () =>
  pageMeta({
    title: campaigns.title,
    description: campaigns.title,
    path: pages.adminNotifications,
    hidden: true,
  })

export const handle: RouteHandle = { scrollGroup: 'admin', hasNoFooter: true }

export default function AdminNotificationsRoute() {
  return (
    <Guard admin visitorTo="login" denied={campaigns.denied}>
      <AdminFrame>
        <CampaignsPage list={<AdminList section={campaignsSection} />} />
      </AdminFrame>
    </Guard>
  )
}
