import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import {
  createCommentsRequest,
  ModerationQueue,
} from '../../../features/admin/inbox/ModerationQueue.tsx'
import { isOtherPage, readSearchParams, startPanelQueries } from '../../startQueries.ts'
import type { Route } from './+types/comments.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('comments')

export const clientLoader = (args: Route.ClientLoaderArgs) =>
  startPanelQueries(createCommentsRequest(readSearchParams(args)))

export const shouldRevalidate = isOtherPage

export default function CommentsRoute() {
  return (
    <AdminSection name="comments">
      <ModerationQueue />
    </AdminSection>
  )
}
