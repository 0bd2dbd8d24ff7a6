import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { commentsRequest, ModerationQueue } from '../../../features/admin/inbox/ModerationQueue.tsx'
import { addressOf, isOtherPage, startPersonalQueries } from '../../startQueries.ts'
import type { Route } from './+types/comments.ts'
import { sectionMeta } from './sectionMeta.ts'

export const meta = sectionMeta('comments')

export const clientLoader = (args: Route.ClientLoaderArgs) =>
  startPersonalQueries(commentsRequest(addressOf(args)))

export const shouldRevalidate = isOtherPage

export default function CommentsRoute() {
  return (
    <AdminSection name="comments">
      <ModerationQueue />
    </AdminSection>
  )
}
