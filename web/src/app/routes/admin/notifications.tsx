import { AdminList } from '../../../features/admin/AdminList.tsx'
import { campaignsSection } from '../../../features/admin/campaignsSection.tsx'
import { CampaignsPage } from '../../../features/campaigns/CampaignsPage.tsx'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import type { RouteHandle } from '../../../shared/routeHandle.ts'
import { campaigns } from '../../../shared/texts/campaigns.ts'

const { title, denied } = campaigns

export const meta = () => hiddenMeta({ title, description: title }, pages.adminNotifications)

/** Emails link to this page, so a visitor signs in and returns. */
export const handle: RouteHandle = { guard: { visitorTo: 'login', denied } }

export default function NotificationsRoute() {
  return <CampaignsPage list={<AdminList section={campaignsSection} />} />
}
