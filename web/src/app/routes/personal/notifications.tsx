import { CentrePage } from '../../../features/notifications/CentrePage.tsx'
import { inboxApi, newestQuery } from '../../../features/notifications/inboxApi.ts'
import { inboxFilters, toInboxQuery } from '../../../features/notifications/inboxFilters.ts'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import { centre } from '../../../shared/texts/notifications.ts'
import { addressOf, beforeRender, isOtherPage, startPersonalQueries } from '../../startQueries.ts'
import type { Route } from './+types/notifications.ts'

export const meta = () => hiddenMeta(centre, pages.notifications)

export function clientLoader(args: Route.ClientLoaderArgs) {
  const filters = inboxFilters.parse(addressOf(args))
  return startPersonalQueries(
    inboxApi.endpoints.getInbox.initiate(newestQuery, beforeRender),
    inboxApi.endpoints.getInbox.initiate(toInboxQuery(filters), beforeRender),
  )
}

export const shouldRevalidate = isOtherPage

export default CentrePage
