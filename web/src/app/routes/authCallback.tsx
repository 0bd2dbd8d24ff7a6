import { CallbackPage } from '../../features/auth/CallbackPage.tsx'
import { pageMeta } from '../pageMeta.ts'
import { pages } from '../paths.ts'
import type { Sheet } from '../sheet.ts'
import { callback } from '../texts/social.ts'

export const meta = () =>
  pageMeta({
    title: callback.title,
    description: callback.description,
    path: pages.authCallback,
    hidden: true,
  })

export const handle: Sheet = { sheet: callback.title, scale: '1 : 1' }

export default function AuthCallbackRoute() {
  return <CallbackPage />
}
