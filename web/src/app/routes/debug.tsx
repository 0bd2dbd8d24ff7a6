import { guarded } from '../../features/auth/Guard.tsx'
import { DebugPage } from '../../features/debug/DebugPage.tsx'
import { StreamProbe } from '../../features/notifications/StreamProbe.tsx'
import { hiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import type { RouteHandle } from '../../shared/routeHandle.ts'
import { debug } from '../../shared/texts/debug.ts'

export const meta = () => hiddenMeta(debug, pages.debug)

export const handle: RouteHandle = { stampTitle: debug.title, stampScale: '1 : 1' }

export default guarded(<DebugPage stream={<StreamProbe />} />)
