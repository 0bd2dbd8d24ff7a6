import { CallbackPage } from '../../features/auth/CallbackPage.tsx'
import { hiddenMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { callback } from '../texts/social.ts'

export const meta = () => hiddenMeta(callback, pages.authCallback)

export const handle: RouteHandle = { stampTitle: callback.title, stampScale: '1 : 1' }

export default CallbackPage
