import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { AdminList } from '../../../features/admin/list/AdminList.tsx'
import { articlesSection } from '../../../features/admin/publishing/articlesSection.tsx'
import { subscribersSection } from '../../../features/admin/publishing/subscribersSection.tsx'
import { ViewTabs } from '../../../features/admin/ViewTabs.tsx'
import { isOtherPage } from '../../startQueries.ts'
import { createSectionLoader } from './sectionLoader.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('articles')

export const clientLoader = createSectionLoader({
  articles: articlesSection,
  subscribers: subscribersSection,
})

export const shouldRevalidate = isOtherPage

export default function ArticlesRoute() {
  return (
    <AdminSection name="articles">
      <ViewTabs
        section="articles"
        bodies={{
          articles: <AdminList section={articlesSection} />,
          subscribers: <AdminList section={subscribersSection} />,
        }}
      />
    </AdminSection>
  )
}
