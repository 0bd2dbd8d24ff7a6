import { AdminPage } from '../../features/admin/AdminPage.tsx'
import { guarded } from '../../features/auth/Guard.tsx'
import { hiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import type { RouteHandle } from '../../shared/routeHandle.ts'
import { panel } from '../../shared/texts/adminPanel.ts'

export const meta = () => hiddenMeta(panel, pages.admin)

export const handle: RouteHandle = { scrollGroup: 'admin', hasNoFooter: true }

export default guarded(<AdminPage />, { admin: true })
