import { Guard } from '../../features/auth/Guard.tsx'
import { DebugPage } from '../../features/debug/DebugPage.tsx'
import { StreamProbe } from '../../features/notifications/StreamProbe.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { debug } from '../texts/debug.ts'

export const meta = () =>
  pageMeta({ title: debug.title, description: debug.description, path: pages.debug, hidden: true })

export const handle: RouteHandle = { stampTitle: debug.title, stampScale: '1 : 1' }

export default function DebugRoute() {
  return (
    <Guard>
      <DebugPage stream={<StreamProbe />} />
    </Guard>
  )
}
