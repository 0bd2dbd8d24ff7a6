import { OrderPage } from '../../../features/dashboard/OrderPage.tsx'
import { hiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import { order } from '../../../shared/texts/orders.ts'

export const meta = () => hiddenMeta(order, pages.dashboard)

export default OrderPage
