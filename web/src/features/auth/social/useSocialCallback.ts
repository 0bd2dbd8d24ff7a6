// The logic of /auth/callback: forward the return to the page that opened this one, or finish the sign-in here.

import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isProblem } from '../../../api/problem.ts'
import { customerSignedIn, type User } from '../../../api/sessionActions.ts'
import type { SocialAnswer } from '../../../api/wire/auth.ts'
import { useAppDispatch } from '../../../app/hooks.ts'
import { read, remove, storageKeys } from '../../../platform/storage.ts'
import { postLoginDelay, socialCallbackErrorDelay } from '../../../shared/limits.ts'
import { pages } from '../../../shared/paths.ts'
import { callback } from '../../../shared/texts/social.ts'
import type { Text } from '../../../shared/texts/text.ts'
import { type NextStep, readNextSignInStep, type SignInHandlers } from '../signIn/signInOutcome.ts'
import { type ProviderId, useFinishSocialMutation } from './socialApi.ts'
import { type ProviderReturn, readSignedInUser } from './socialFlow.ts'
import { useNavigateIfMounted } from './useNavigateIfMounted.ts'

type View =
  | { name: 'loading' | 'success' | 'error'; text: Text }
  | { name: 'email'; token: string }
  | { name: 'second'; step: NextStep }

const isProvider = (name: string | null): name is ProviderId =>
  name === 'vk' || name === 'google' || name === 'telegram'

/** Forwards the return to the page that opened this one. Returns false if there is no such page. */
function sendToOpener(searchParams: URLSearchParams): boolean {
  if (!window.opener || window.opener === window) return false
  const code = searchParams.get('code')
  const answer: ProviderReturn = {
    type: 'social-auth',
    code,
    state: searchParams.get('state'),
    device_id: searchParams.get('device_id'),
    error: searchParams.get('error') ?? (code ? null : 'missing_code'),
    at: Date.now(),
  }
  // Only a page of this origin receives the message; the browser drops it otherwise.
  window.opener.postMessage(answer, location.origin)
  window.close()
  return true
}

export function useSocialCallback() {
  const [searchParams] = useSearchParams()
  const [view, setView] = useState<View>({ name: 'loading', text: callback.loading })
  const [finish] = useFinishSocialMutation()
  const dispatch = useAppDispatch()
  const navigateIfMounted = useNavigateIfMounted()
  const isHandled = useRef(false)

  function fail(text: Text) {
    setView({ name: 'error', text })
    setTimeout(() => navigateIfMounted(pages.home), socialCallbackErrorDelay)
  }
  function signIn(user: User, accessToken?: string) {
    dispatch(customerSignedIn({ user, accessToken }))
    navigateIfMounted(pages.dashboard)
  }
  const onNextStep = (step: NextStep) => setView({ name: 'second', step })
  function showResult(answer: SocialAnswer) {
    const step = readNextSignInStep(answer)
    if (step) return onNextStep(step)
    setView({ name: 'success', text: answer.isNewUser ? callback.newcomer : callback.returned })
    setTimeout(() => {
      const user = readSignedInUser(answer)
      if (user) signIn(user, answer.accessToken ?? undefined)
      else setView({ name: 'email', token: answer.tempToken ?? answer.accessToken ?? '' })
    }, postLoginDelay)
  }
  async function complete() {
    const error = searchParams.get('error')
    const code = searchParams.get('code')
    const provider = read(storageKeys.socialAuthProvider)
    const issued = read(storageKeys.socialAuthState)
    const state = searchParams.get('state') ?? ''
    if (error) return fail(callback.error(error))
    if (!code) return fail(callback.noCode)
    if (!isProvider(provider)) return fail(callback.noProvider)
    if (!issued || issued !== state) return fail(callback.failed)
    remove(storageKeys.socialAuthState)
    remove(storageKeys.socialAuthProvider)
    const turnstileToken = read(storageKeys.turnstileToken) ?? undefined
    remove(storageKeys.turnstileToken)
    const answer = await finish({
      provider,
      code,
      state,
      redirect_uri: location.origin + pages.authCallback,
      device_id: searchParams.get('device_id'),
      turnstileToken,
      sessionToken: provider === 'vk' ? read(storageKeys.vkSessionToken) : undefined,
    })
    if (answer.data) {
      remove(storageKeys.vkSessionToken)
      showResult(answer.data)
    } else fail(isProblem(answer.error) ? answer.error.message : callback.exception)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one return is handled once.
  useEffect(() => {
    if (isHandled.current) return
    isHandled.current = true
    if (!sendToOpener(searchParams)) void complete()
  }, [])
  return { view, handlers: { onSignedIn: signIn, onNextStep } satisfies SignInHandlers }
}
