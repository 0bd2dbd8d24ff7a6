import { SharedOrderPage } from '../../features/dashboard/SharedOrderPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { Sheet } from '../sheet.ts'
import { shared } from '../texts/orders.ts'

export const meta = () =>
  pageMeta({
    title: shared.title,
    description: shared.description,
    path: pages.services,
    hidden: true,
  })

export const handle: Sheet = { sheet: shared.title, scale: '1 : 9 000 000' }

export default SharedOrderPage
