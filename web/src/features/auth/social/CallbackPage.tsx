// /auth/callback: the page to which a provider returns the user. In a popup it passes the result to the page that
// opened the popup; otherwise the sign-in is finished here.

import { useState } from 'react'
import { useNavigate } from 'react-router'
import { signOutRequested } from '../../../api/sessionActions.ts'
import { useAppDispatch } from '../../../app/hooks.ts'
import { forcedLogoutDialogClosesAfter } from '../../../shared/limits.ts'
import { pages } from '../../../shared/paths.ts'
import { callback, social } from '../../../shared/texts/social.ts'
import { useText } from '../../../shared/texts/text.ts'
import { Note } from '../../../ui/Note.tsx'
import '../auth.css'
import '../guard.css'
import { SecondStep } from '../signIn/SecondStep.tsx'
import type { SignInHandlers } from '../signIn/signInOutcome.ts'
import { SocialCode, SocialEmail } from './SocialEmail.tsx'
import { useNavigateIfMounted } from './useNavigateIfMounted.ts'
import { useSocialCallback } from './useSocialCallback.ts'

export function CallbackPage() {
  const t = useText()
  const navigate = useNavigate()
  const { view, handlers } = useSocialCallback()
  return (
    <section className="page guard">
      <h1>{callback.title}</h1>
      {view.name === 'email' && <EmailSteps {...handlers} token={view.token} />}
      {view.name === 'second' && (
        <SecondStep {...handlers} step={view.step} onBack={() => navigate(pages.login)} />
      )}
      {view.name === 'error' && <Note tone="bad" role="alert" title={t(view.text)} />}
      {(view.name === 'loading' || view.name === 'success') && <p role="status">{t(view.text)}</p>}
    </section>
  )
}

function EmailSteps({ token, ...handlers }: SignInHandlers & { token: string }) {
  const [email, setEmail] = useState<string | null>(null)
  const [isCancelled, setCancelled] = useState(false)
  const dispatch = useAppDispatch()
  const navigateIfMounted = useNavigateIfMounted()
  function cancel() {
    setCancelled(true)
    dispatch(signOutRequested())
    setTimeout(() => navigateIfMounted(pages.home), forcedLogoutDialogClosesAfter)
  }
  if (isCancelled) return <p role="alert">{social.forcedOut}</p>
  if (email === null) return <SocialEmail token={token} onSent={setEmail} onCancel={cancel} />
  return <SocialCode {...handlers} token={token} email={email} onCancel={cancel} />
}
