import { UnsubscribePage } from '../../features/legal/UnsubscribePage.tsx'
import { hiddenMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { unsubscribe } from '../texts/unsubscribe.ts'

export const meta = () => hiddenMeta(unsubscribe, pages.unsubscribe)

export const handle: RouteHandle = { stampTitle: unsubscribe.title, stampScale: '1 : 1' }

export default UnsubscribePage
