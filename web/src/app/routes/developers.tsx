import { DevelopersPage } from '../../features/developers/DevelopersPage.tsx'
import { pageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { developers } from '../../shared/texts/developers.ts'

export const meta = () => pageMeta(developers, pages.developers)

export default function DevelopersRoute() {
  return <DevelopersPage />
}
