import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { conversationsSection } from '../../../features/admin/inbox/conversationsSection.tsx'
import { savedRepliesSection } from '../../../features/admin/inbox/savedRepliesSection.tsx'
import { AdminList } from '../../../features/admin/list/AdminList.tsx'
import { ViewTabs } from '../../../features/admin/ViewTabs.tsx'
import { isOtherPage } from '../../startQueries.ts'
import { createSectionLoader } from './sectionLoader.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('conversations')

export const clientLoader = createSectionLoader({
  talks: conversationsSection,
  replies: savedRepliesSection,
})

export const shouldRevalidate = isOtherPage

export default function ConversationsRoute() {
  return (
    <AdminSection name="conversations">
      <ViewTabs
        section="conversations"
        bodies={{
          talks: <AdminList section={conversationsSection} />,
          replies: <AdminList section={savedRepliesSection} />,
        }}
      />
    </AdminSection>
  )
}
