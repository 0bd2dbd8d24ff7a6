import { DebugPage } from '../../../features/debug/DebugPage.tsx'
import { StreamProbe } from '../../../features/notifications/StreamProbe.tsx'
import { createHiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import { debug } from '../../../shared/texts/debug.ts'

export const meta = () => createHiddenMeta(debug, pages.debug)

export default function DebugRoute() {
  return <DebugPage stream={<StreamProbe />} />
}
