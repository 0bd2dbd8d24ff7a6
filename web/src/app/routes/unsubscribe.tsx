import { UnsubscribePage } from '../../features/legal/UnsubscribePage.tsx'
import { hiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { unsubscribe } from '../../shared/texts/unsubscribe.ts'

export const meta = () => hiddenMeta(unsubscribe, pages.unsubscribe)

export default UnsubscribePage
