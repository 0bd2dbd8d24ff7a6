import { guarded } from '../../features/auth/Guard.tsx'
import { PaymentsPage } from '../../features/dashboard/PaymentsPage.tsx'
import { hiddenMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { payments } from '../texts/payments.ts'

export const meta = () => hiddenMeta(payments, pages.dashboardPayments)

export const handle: RouteHandle = { stampTitle: payments.title, stampScale: '1 : 1' }

export default guarded(<PaymentsPage />)
