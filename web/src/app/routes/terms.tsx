import { LegalPage } from '../../features/legal/LegalPage.tsx'
import { breadcrumbs, pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { shell } from '../texts/shell.ts'
import { terms } from '../texts/terms.ts'

export const meta = () =>
  pageMeta({
    title: terms.title,
    description: terms.description,
    path: pages.terms,
    jsonLd: [
      breadcrumbs({ name: shell.home, path: pages.home }, { name: terms.title, path: pages.terms }),
    ],
  })

export const handle: RouteHandle = { stampTitle: terms.title, stampScale: '1 : 1' }

export default function TermsRoute() {
  return <LegalPage text={terms} />
}
