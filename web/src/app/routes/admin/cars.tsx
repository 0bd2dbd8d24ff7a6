import { AdminList } from '../../../features/admin/AdminList.tsx'
import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { carsSection } from '../../../features/admin/carsSection.tsx'
import { mediaSection } from '../../../features/admin/mediaSection.tsx'
import { ViewTabs } from '../../../features/admin/ViewTabs.tsx'
import { sectionMeta } from './sectionMeta.ts'

export const meta = sectionMeta('cars')

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
