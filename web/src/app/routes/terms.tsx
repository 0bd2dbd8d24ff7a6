import { LegalPage } from '../../features/legal/LegalPage.tsx'
import { createPageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { terms } from '../../shared/texts/terms.ts'

export const meta = () => createPageMeta(terms, pages.terms)

export default function TermsRoute() {
  return <LegalPage text={terms} />
}
