import { useSignInPage } from '../../features/auth/useSignInPage.ts'
import { HomePage } from '../../features/home/HomePage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { RouteHandle } from '../routeHandle.ts'
import { login } from '../texts/guard.ts'

export const meta = () =>
  pageMeta({ title: login.title, description: login.description, path: pages.login, hidden: true })

export const handle: RouteHandle = { stampTitle: login.title, stampScale: '1 : 20' }

export default function LoginRoute() {
  useSignInPage()
  return <HomePage />
}
