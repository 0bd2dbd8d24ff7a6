import { PaymentsPage } from '../../../features/dashboard/PaymentsPage.tsx'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import { payments } from '../../../shared/texts/payments.ts'

export const meta = () => hiddenMeta(payments, pages.dashboardPayments)

export default PaymentsPage
