import { AdminList } from '../../../features/admin/list/AdminList.tsx'
import { createListRequests } from '../../../features/admin/list/sectionRequests.ts'
import { campaignsSection } from '../../../features/admin/publishing/campaignsSection.tsx'
import { CampaignsPage } from '../../../features/campaigns/CampaignsPage.tsx'
import { campaignsApi } from '../../../features/campaigns/campaignsApi.ts'
import { createHiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import type { RouteHandle } from '../../../shared/routeHandle.ts'
import { campaigns } from '../../../shared/texts/campaigns.ts'
import {
  beforeRender,
  isOtherPage,
  readSearchParams,
  startPanelQueries,
} from '../../startQueries.ts'
import type { Route } from './+types/notifications.ts'

const { title, denied } = campaigns

export const meta = () => createHiddenMeta({ title, description: title }, pages.adminNotifications)

/** Emails link to this page, so a visitor signs in and returns. */
export const handle: RouteHandle = { guard: { visitorTo: 'login', denied } }

export const clientLoader = (args: Route.ClientLoaderArgs) =>
  startPanelQueries(
    campaignsApi.endpoints.getStats.initiate(undefined, beforeRender),
    campaignsApi.endpoints.getTemplates.initiate(undefined, beforeRender),
    ...createListRequests(campaignsSection, readSearchParams(args)),
  )

export const shouldRevalidate = isOtherPage

export default function NotificationsRoute() {
  return <CampaignsPage list={<AdminList section={campaignsSection} />} />
}
