import { CallbackPage } from '../../features/auth/CallbackPage.tsx'
import { hiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { callback } from '../../shared/texts/social.ts'

export const meta = () => hiddenMeta(callback, pages.authCallback)

export default CallbackPage
