import { UnsubscribePage } from '../../features/legal/UnsubscribePage.tsx'
import { createHiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { unsubscribe } from '../../shared/texts/unsubscribe.ts'

export const meta = () => createHiddenMeta(unsubscribe, pages.unsubscribe)

export default UnsubscribePage
