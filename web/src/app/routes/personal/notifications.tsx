import { CentrePage } from '../../../features/notifications/CentrePage.tsx'
import { inboxApi, newestQuery } from '../../../features/notifications/inboxApi.ts'
import { inboxFilters, toInboxQuery } from '../../../features/notifications/inboxFilters.ts'
import { createHiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import { centre } from '../../../shared/texts/notifications.ts'
import {
  beforeRender,
  isOtherPage,
  readSearchParams,
  startPersonalQueries,
} from '../../startQueries.ts'
import type { Route } from './+types/notifications.ts'

export const meta = () => createHiddenMeta(centre, pages.notifications)

export function clientLoader(args: Route.ClientLoaderArgs) {
  const filters = inboxFilters.parse(readSearchParams(args))
  return startPersonalQueries(
    inboxApi.endpoints.getInbox.initiate(newestQuery, beforeRender),
    inboxApi.endpoints.getInbox.initiate(toInboxQuery(filters), beforeRender),
  )
}

export const shouldRevalidate = isOtherPage

export default CentrePage
