import { useSignInPage } from '../../features/auth/useSignInPage.ts'
import { HomePage } from '../../features/home/HomePage.tsx'
import { hiddenMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { login } from '../texts/guard.ts'

export const meta = () => hiddenMeta(login, pages.login)

export const handle: RouteHandle = { stampTitle: login.title, stampScale: '1 : 20' }

export default function LoginRoute() {
  useSignInPage()
  return <HomePage />
}
