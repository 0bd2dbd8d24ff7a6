import { AdminPage } from '../../features/admin/AdminPage.tsx'
import { Guard } from '../../features/auth/Guard.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { panel } from '../texts/adminPanel.ts'

export const meta = () =>
  pageMeta({ title: panel.title, description: panel.description, path: pages.admin, hidden: true })

export const handle: RouteHandle = { scrollGroup: 'admin', hasNoFooter: true }

export default function AdminRoute() {
  return (
    <Guard admin>
      <AdminPage />
    </Guard>
  )
}
