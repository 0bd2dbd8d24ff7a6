import { AdminList } from '../../../features/admin/AdminList.tsx'
import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { usersSection } from '../../../features/admin/usersSection.tsx'
import { isOtherPage } from '../../startQueries.ts'
import { sectionMeta } from './sectionMeta.ts'
import { startSection } from './startSection.ts'

export const meta = sectionMeta('users')

export const clientLoader = startSection({ users: usersSection })

export const shouldRevalidate = isOtherPage

export default function UsersRoute() {
  return (
    <AdminSection name="users">
      <AdminList section={usersSection} />
    </AdminSection>
  )
}
