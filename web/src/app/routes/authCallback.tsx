import { CallbackPage } from '../../features/auth/CallbackPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { callback } from '../texts/social.ts'

export const meta = () =>
  pageMeta({
    title: callback.title,
    description: callback.description,
    path: pages.authCallback,
    hidden: true,
  })

export const handle: RouteHandle = { stampTitle: callback.title, stampScale: '1 : 1' }

export default function AuthCallbackRoute() {
  return <CallbackPage />
}
