import { guarded } from '../../features/auth/Guard.tsx'
import { DebugPage } from '../../features/debug/DebugPage.tsx'
import { StreamProbe } from '../../features/notifications/StreamProbe.tsx'
import { hiddenMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { debug } from '../texts/debug.ts'

export const meta = () => hiddenMeta(debug, pages.debug)

export const handle: RouteHandle = { stampTitle: debug.title, stampScale: '1 : 1' }

export default guarded(<DebugPage stream={<StreamProbe />} />)
