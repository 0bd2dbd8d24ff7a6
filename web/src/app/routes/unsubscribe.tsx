import { UnsubscribePage } from '../../features/legal/UnsubscribePage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { unsubscribe } from '../texts/unsubscribe.ts'

export const meta = () =>
  pageMeta({
    title: unsubscribe.title,
    description: unsubscribe.description,
    path: pages.unsubscribe,
    hidden: true,
  })

export const handle: RouteHandle = { stampTitle: unsubscribe.title, stampScale: '1 : 1' }

export default UnsubscribePage
