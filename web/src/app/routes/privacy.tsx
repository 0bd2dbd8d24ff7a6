import { LegalPage } from '../../features/legal/LegalPage.tsx'
import { createPageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { privacy } from '../../shared/texts/privacy.ts'

export const meta = () => createPageMeta(privacy, pages.privacy)

export default function PrivacyRoute() {
  return <LegalPage text={privacy} />
}
