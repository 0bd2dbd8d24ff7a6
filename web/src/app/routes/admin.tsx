import { AdminPage } from '../../features/admin/AdminPage.tsx'
import { guarded } from '../../features/auth/Guard.tsx'
import { hiddenMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { panel } from '../texts/adminPanel.ts'

export const meta = () => hiddenMeta(panel, pages.admin)

export const handle: RouteHandle = { scrollGroup: 'admin', hasNoFooter: true }

export default guarded(<AdminPage />, { admin: true })
