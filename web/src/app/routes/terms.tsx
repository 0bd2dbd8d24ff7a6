import { LegalPage } from '../../features/legal/LegalPage.tsx'
import { pageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import type { RouteHandle } from '../../shared/routeHandle.ts'
import { terms } from '../../shared/texts/terms.ts'

export const meta = () => pageMeta(terms, pages.terms)

export const handle: RouteHandle = { stampTitle: terms.title, stampScale: '1 : 1' }

export default function TermsRoute() {
  return <LegalPage text={terms} />
}
