import { AdminList } from '../../features/admin/AdminList.tsx'
import { AdminNav } from '../../features/admin/AdminNav.tsx'
import { campaignsSection } from '../../features/admin/campaignsSection.tsx'
import '../../features/admin/admin.css'
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
      <div className="ad-panel-page is-worked-right">
        <AdminNav />
        <div className="ad-main">
          <CampaignsPage list={<AdminList section={campaignsSection} />} />
        </div>
      </div>
    </Guard>
  )
}
