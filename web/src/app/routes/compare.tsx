import { ComparePage } from '../../features/compare/ComparePage.tsx'
import { hiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { compare } from '../../shared/texts/compare.ts'

export const meta = () => hiddenMeta(compare, pages.compare)

export default ComparePage
