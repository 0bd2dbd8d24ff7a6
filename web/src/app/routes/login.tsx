import { useSignInPage } from '../../features/auth/signIn/useSignInPage.ts'
import { HomePage } from '../../features/home/HomePage.tsx'
import { createHiddenMeta } from '../../shared/head/pageMeta.ts'
import { pages } from '../../shared/paths.ts'
import { login } from '../../shared/texts/guard.ts'

export const meta = () => createHiddenMeta(login, pages.login)

export default function LoginRoute() {
  useSignInPage()
  return <HomePage />
}
