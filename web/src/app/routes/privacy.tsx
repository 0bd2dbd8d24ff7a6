import { LegalPage } from '../../features/legal/LegalPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { privacy } from '../texts/privacy.ts'

export const meta = () => pageMeta(privacy, pages.privacy)

export const handle: RouteHandle = { stampTitle: privacy.title, stampScale: '1 : 1' }

export default function PrivacyRoute() {
  return <LegalPage text={privacy} />
}
