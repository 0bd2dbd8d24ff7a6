import { LegalPage } from '../../features/legal/LegalPage.tsx'
import { breadcrumbs, pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { privacy } from '../texts/privacy.ts'
import { shell } from '../texts/shell.ts'

export const meta = () =>
  pageMeta({
    title: privacy.title,
    description: privacy.description,
    path: pages.privacy,
    jsonLd: [
      breadcrumbs(
        { name: shell.home, path: pages.home },
        { name: privacy.title, path: pages.privacy },
      ),
    ],
  })

export const handle: RouteHandle = { stampTitle: privacy.title, stampScale: '1 : 1' }

export default function PrivacyRoute() {
  return <LegalPage text={privacy} />
}
