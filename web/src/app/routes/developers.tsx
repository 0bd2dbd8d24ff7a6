import { DevelopersPage } from '../../features/developers/DevelopersPage.tsx'
import { deferredPart } from '../../platform/deferredPart.ts'
import { createPageMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { developers } from '../../shared/texts/developers.ts'

export const meta = () => createPageMeta(developers, pages.developers)

const sources = deferredPart({
  id: 'edition-sources',
  load: () => import('../../features/developers/Sources.tsx'),
  fallback: null,
  start: 'whenVisible',
})

export default function DevelopersRoute() {
  return <DevelopersPage sources={sources} />
}
