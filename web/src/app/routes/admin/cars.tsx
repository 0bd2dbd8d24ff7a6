import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { AdminList } from '../../../features/admin/list/AdminList.tsx'
import { carsSection } from '../../../features/admin/publishing/carsSection.tsx'
import { mediaSection } from '../../../features/admin/publishing/mediaSection.tsx'
import { ViewTabs } from '../../../features/admin/ViewTabs.tsx'
import { isOtherPage } from '../../startQueries.ts'
import { createSectionLoader } from './sectionLoader.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('cars')

export const clientLoader = createSectionLoader({
  cars: carsSection,
  media: mediaSection,
})

export const shouldRevalidate = isOtherPage

export default function CarsRoute() {
  return (
    <AdminSection name="cars">
      <ViewTabs
        section="cars"
        bodies={{
          cars: <AdminList section={carsSection} />,
          media: <AdminList section={mediaSection} />,
        }}
      />
    </AdminSection>
  )
}
