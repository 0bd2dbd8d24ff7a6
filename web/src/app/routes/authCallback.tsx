import { CallbackPage } from '../../features/auth/social/CallbackPage.tsx'
import { createHiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { callback } from '../../shared/texts/social.ts'

export const meta = () => createHiddenMeta(callback, pages.authCallback)

export default CallbackPage
