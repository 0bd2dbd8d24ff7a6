import { SharedOrderPage } from '../../features/dashboard/SharedOrderPage.tsx'
import { hiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { shared } from '../../shared/texts/orders.ts'

export const meta = () => hiddenMeta(shared, pages.services)

export default SharedOrderPage
