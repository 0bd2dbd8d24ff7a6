import { UnsubscribePage } from '../../features/legal/UnsubscribePage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { Sheet } from '../sheet.ts'
import { unsubscribe } from '../texts/unsubscribe.ts'

export const meta = () =>
  pageMeta({
    title: unsubscribe.title,
    description: unsubscribe.description,
    path: pages.unsubscribe,
    hidden: true,
  })

export const handle: Sheet = { sheet: unsubscribe.title, scale: '1 : 1' }

export default UnsubscribePage
