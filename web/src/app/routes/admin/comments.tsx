import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { ModerationQueue } from '../../../features/admin/ModerationQueue.tsx'
import { sectionMeta } from './sectionMeta.ts'

export const meta = sectionMeta('comments')

export default function CommentsRoute() {
  return (
    <AdminSection name="comments">
      <ModerationQueue />
    </AdminSection>
  )
}
