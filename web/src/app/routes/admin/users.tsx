import { AdminList } from '../../../features/admin/AdminList.tsx'
import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { usersSection } from '../../../features/admin/usersSection.tsx'
import { sectionMeta } from './sectionMeta.ts'

export const meta = sectionMeta('users')

export default function UsersRoute() {
  return (
    <AdminSection name="users">
      <AdminList section={usersSection} />
    </AdminSection>
  )
}
