import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { AdminList } from '../../../features/admin/list/AdminList.tsx'
import { usersSection } from '../../../features/admin/people/usersSection.tsx'
import { isOtherPage } from '../../startQueries.ts'
import { createSectionLoader } from './sectionLoader.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('users')

export const clientLoader = createSectionLoader({ users: usersSection })

export const shouldRevalidate = isOtherPage

export default function UsersRoute() {
  return (
    <AdminSection name="users">
      <AdminList section={usersSection} />
    </AdminSection>
  )
}
