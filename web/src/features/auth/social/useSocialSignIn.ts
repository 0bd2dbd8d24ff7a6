// One social sign-in, from the button to the signed-in user: the timers and requests of the state machine
// in socialFlow.ts.

import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { describeProblem, isProblem } from '../../../api/problem.ts'
import { signOutRequested } from '../../../api/sessionActions.ts'
import type { ProviderRead, SocialAnswer } from '../../../api/wire/auth.ts'
import { useAppDispatch } from '../../../app/hooks.ts'
import { read, remove, storageKeys, write } from '../../../platform/storage.ts'
import {
  forcedLogoutDialogClosesAfter,
  postLoginDelay,
  socialLimits,
} from '../../../shared/limits.ts'
import { social as texts } from '../../../shared/texts/social.ts'
import { readNextSignInStep, type SignInHandlers } from '../signIn/signInOutcome.ts'
import {
  useBeginSocialMutation,
  useFinishSocialMutation,
  useFinishTelegramMutation,
  type WidgetData,
} from './socialApi.ts'
import {
  type ProviderReturn,
  readSignedInUser,
  reduceSocialSignIn,
  type SocialPurpose,
} from './socialFlow.ts'
import { type Attempt, useSocialReturn } from './useSocialReturn.ts'

const delay = (time: number) => new Promise((resolve) => setTimeout(resolve, time))

const buildReturnUrl = (provider: string) =>
  `${location.origin}/auth/${provider === 'google' ? 'google-callback' : 'bridge'}.html`

export function openPopup(): Window | null {
  const { width, height } = socialLimits.popup
  return window.open('about:blank', 'social-auth', `popup,width=${width},height=${height}`)
}

export type SocialRequest = {
  provider: ProviderRead
  purpose: SocialPurpose
  popup: Window | null
  /** Needed to link a provider to an account. */
  confirmation?: string
  /** The token of the bot check. The page /auth/callback reads it from the storage. */
  botToken?: string
}
export type SocialHandlers = SignInHandlers & { onLinked: () => void; onClose: () => void }

/** The message for a return without a code. */
function describeRefusal(error: string | null): string {
  if (error === 'access_denied' || error === 'user_cancelled') return texts.cancelled
  return error === 'missing_code' ? texts.refused : texts.failed
}

type ExchangeResult = Promise<{ data?: SocialAnswer; error?: unknown }>

const issuedKeys = [
  storageKeys.socialAuthState,
  storageKeys.socialAuthProvider,
  storageKeys.googleOauthState,
  storageKeys.turnstileToken,
]

/** Signs out a user who has cancelled the confirmation of the email address, and closes the dialog a moment later. */
function useForcedSignOut(isForced: boolean, onClose: () => void) {
  const dispatch = useAppDispatch()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isForced) return
    dispatch(signOutRequested())
    const timer = setTimeout(() => close(), forcedLogoutDialogClosesAfter)
    return () => clearTimeout(timer)
  }, [isForced, dispatch])
}

export function useSocialSignIn(request: SocialRequest, handlers: SocialHandlers) {
  const { provider, purpose, botToken, confirmation } = request
  const [state, dispatchStep] = useReducer(reduceSocialSignIn, { name: 'idle' })
  const [attempt, setAttempt] = useState<Attempt | null>(null)
  const [begin] = useBeginSocialMutation()
  const [finish] = useFinishSocialMutation()
  const [finishTelegram] = useFinishTelegramMutation()
  const latestHandlers = useRef(handlers)
  const hasStarted = useRef(false)
  const isUnmounted = useRef(false)
  useEffect(() => {
    latestHandlers.current = handlers
  })
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])

  async function start(popup: Window | null) {
    dispatchStep({ type: 'restarted' })
    if (provider.widget_url) return dispatchStep({ type: 'opened' })
    const issued = { state: crypto.randomUUID(), startedAt: Date.now() }
    const answer = await begin({
      provider: provider.id,
      redirect_uri: buildReturnUrl(provider.id),
      state: issued.state,
      confirmation,
    })
    if (!answer.data?.authUrl) {
      popup?.close()
      const isServerUnreachable = isProblem(answer.error) && answer.error.status === 0
      const message = isServerUnreachable ? texts.noServer : texts.noUrl
      return dispatchStep({ type: 'failed', message })
    }
    write(storageKeys.socialAuthState, issued.state)
    write(storageKeys.socialAuthProvider, provider.id)
    if (botToken) write(storageKeys.turnstileToken, botToken)
    if (provider.id === 'google') write(storageKeys.googleOauthState, issued.state)
    if (answer.data.sessionToken) write(storageKeys.vkSessionToken, answer.data.sessionToken)
    setAttempt(issued)
    if (!popup) return dispatchStep({ type: 'popupBlocked', url: answer.data.authUrl })
    popup.location.href = answer.data.authUrl
    dispatchStep({ type: 'opened' })
  }

  async function exchange(call: () => ExchangeResult) {
    dispatchStep({ type: 'returned' })
    await delay(socialLimits.pauseBeforeExchange)
    const startedAt = Date.now()
    let answer = await call()
    if (isProblem(answer.error) && answer.error.status === 0) {
      // Without a response, retry once, after at least ten seconds.
      await delay(Math.max(0, startedAt + socialLimits.minimumExchangeWait - Date.now()))
      answer = await call()
    }
    for (const key of issuedKeys) remove(key)
    const fallback = provider.id === 'vk' ? texts.vkFailed : texts.exchangeFailed
    if (!answer.data)
      return dispatchStep({ type: 'failed', message: describeProblem(answer.error, fallback) })
    remove(storageKeys.vkSessionToken)
    const step = readNextSignInStep(answer.data)
    if (step) return latestHandlers.current.onNextStep(step)
    // The server has already signed the user in, so the page must follow even if the dialog is
    // closed.
    if (isUnmounted.current) finishSocialSignIn(answer.data)
    else dispatchStep({ type: 'exchanged', answer: answer.data })
  }

  function finishSocialSignIn(answer: SocialAnswer) {
    if (purpose === 'link') return latestHandlers.current.onLinked()
    const user = readSignedInUser(answer)
    if (user) latestHandlers.current.onSignedIn(user, answer.accessToken ?? undefined)
    else
      dispatchStep({ type: 'emailRequired', token: answer.tempToken ?? answer.accessToken ?? '' })
  }

  function leave() {
    if (state.name === 'success') finishSocialSignIn(state.answer)
    else if ('token' in state && !state.forced) dispatchStep({ type: 'cancelled' })
    else latestHandlers.current.onClose()
  }

  useSocialReturn(attempt, (providerReturn: ProviderReturn) => {
    setAttempt(null)
    if (!providerReturn.code) {
      return dispatchStep({ type: 'failed', message: describeRefusal(providerReturn.error) })
    }
    const body = {
      provider: provider.id,
      code: providerReturn.code,
      redirect_uri: buildReturnUrl(provider.id),
      state: providerReturn.state ?? '',
      device_id: providerReturn.device_id,
      turnstileToken: botToken,
      sessionToken: provider.id === 'vk' ? read(storageKeys.vkSessionToken) : undefined,
    }
    void exchange(() => finish(body))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog is opened by one press and starts once, not at each render.
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void start(request.popup)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the state decides; a new function at each render must not restart the timer.
  useEffect(() => {
    if (state.name !== 'success') return
    const { answer } = state
    const timer = setTimeout(() => finishSocialSignIn(answer), postLoginDelay)
    return () => clearTimeout(timer)
  }, [state])

  const isForced = 'token' in state && state.forced === true
  useForcedSignOut(isForced, handlers.onClose)

  return {
    state,
    dispatchStep,
    leave,
    isForced,
    retry: () => void start(provider.widget_url ? null : openPopup()),
    widgetAnswered: (telegramData: WidgetData) => {
      const link = purpose === 'link'
      const body = { telegramData, link, turnstileToken: botToken, confirmation }
      void exchange(() => finishTelegram(body))
    },
  }
}
