import { UnsubscribePage } from '../../features/legal/UnsubscribePage.tsx'
import { hiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import type { RouteHandle } from '../../shared/routeHandle.ts'
import { unsubscribe } from '../../shared/texts/unsubscribe.ts'

export const meta = () => hiddenMeta(unsubscribe, pages.unsubscribe)

export const handle: RouteHandle = { stampTitle: unsubscribe.title, stampScale: '1 : 1' }

export default UnsubscribePage
