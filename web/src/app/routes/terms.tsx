import { LegalPage } from '../../features/legal/LegalPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { terms } from '../texts/terms.ts'

export const meta = () => pageMeta(terms, pages.terms)

export const handle: RouteHandle = { stampTitle: terms.title, stampScale: '1 : 1' }

export default function TermsRoute() {
  return <LegalPage text={terms} />
}
