import { NotFoundPage } from '../../features/shell/NotFoundPage.tsx'
import { createHiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { notFound } from '../../shared/texts/notFound.ts'

export const meta = () => createHiddenMeta(notFound, pages.notFound)

export default NotFoundPage
