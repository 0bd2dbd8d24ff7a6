import { NotFoundPage } from '../../features/shell/NotFoundPage.tsx'
import { hiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { notFound } from '../../shared/texts/notFound.ts'

export const meta = () => hiddenMeta(notFound, pages.notFound)

export default NotFoundPage
