// One social sign-in from the pressed button to the customer: the machine's clocks and calls.

import { useEffect, useReducer, useRef, useState } from 'react'
import { useAppDispatch } from '../../app/hooks.ts'
import { forcedLogoutDialogClosesAfter, postLoginDelay, social } from '../../app/limits.ts'
import { problemText, isProblem } from '../../app/problem.ts'
import { signOutRequested } from '../../app/sessionEvents.ts'
import { remove, read, storageKeys, write } from '../../app/storage.ts'
import { social as texts } from '../../app/texts/social.ts'
import type { ProviderRead, SocialAnswer } from '../../app/wire/auth.ts'
import { nextStepOf, type WhoSignsIn } from './signInOutcome.ts'
import {
  useBeginSocialMutation,
  useFinishSocialMutation,
  useFinishTelegramMutation,
  type WidgetData,
} from './socialApi.ts'
import { type Returned, type SocialPurpose, signedInBy, socialStep } from './socialFlow.ts'
import { type Attempt, useSocialReturn } from './useSocialReturn.ts'

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time))

export const returnPage = (provider: string) =>
  `${location.origin}/auth/${provider === 'google' ? 'google-callback' : 'bridge'}.html`

export function openPopup(): Window | null {
  const { width, height } = social.popup
  return window.open('about:blank', 'social-auth', `popup,width=${width},height=${height}`)
}

export type SocialWish = {
  provider: ProviderRead
  purpose: SocialPurpose
  popup: Window | null
  /** What the bot check gave; the return pages find it in the storage. */
  botToken?: string
}
export type SocialDone = WhoSignsIn & { onLinked: () => void; onClose: () => void }

/** Why a provider sent somebody back without a code. */
function refusalText(error: string | null): string {
  if (error === 'access_denied' || error === 'user_cancelled') return texts.cancelled
  return error === 'missing_code' ? texts.refused : texts.failed
}

type Call = Promise<{ data?: SocialAnswer; error?: unknown }>

const issuedKeys = [
  storageKeys.socialAuthState,
  storageKeys.socialAuthProvider,
  storageKeys.googleOauthState,
  storageKeys.turnstileToken,
]

export function useSocialSignIn(wish: SocialWish, done: SocialDone) {
  const { provider, purpose, botToken } = wish
  const [state, tell] = useReducer(socialStep, { name: 'idle' })
  const [attempt, setAttempt] = useState<Attempt | null>(null)
  const [begin] = useBeginSocialMutation()
  const [finish] = useFinishSocialMutation()
  const [finishTelegram] = useFinishTelegramMutation()
  const dispatch = useAppDispatch()
  const latest = useRef(done)
  const started = useRef(false)
  const isGone = useRef(false)
  useEffect(() => {
    latest.current = done
  })
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  async function start(window_: Window | null) {
    tell({ type: 'restarted' })
    if (provider.widget_url) return tell({ type: 'opened' })
    const issued = { state: crypto.randomUUID(), startedAt: Date.now() }
    const answer = await begin({
      provider: provider.id,
      redirect_uri: returnPage(provider.id),
      state: issued.state,
    })
    if (!answer.data?.authUrl) {
      window_?.close()
      const otherwise =
        isProblem(answer.error) && answer.error.status === 0 ? texts.noServer : texts.noUrl
      return tell({ type: 'failed', message: otherwise })
    }
    write(storageKeys.socialAuthState, issued.state)
    write(storageKeys.socialAuthProvider, provider.id)
    if (botToken) write(storageKeys.turnstileToken, botToken)
    if (provider.id === 'google') write(storageKeys.googleOauthState, issued.state)
    if (answer.data.sessionToken) write(storageKeys.vkSessionToken, answer.data.sessionToken)
    setAttempt(issued)
    if (!window_) return tell({ type: 'popupBlocked', url: answer.data.authUrl })
    window_.location.href = answer.data.authUrl
    tell({ type: 'opened' })
  }

  async function exchange(call: () => Call) {
    tell({ type: 'returned' })
    await pause(social.pauseBeforeExchange)
    const begun = Date.now()
    let answer = await call()
    if (isProblem(answer.error) && answer.error.status === 0) {
      // No answer came: it is not given up before ten seconds have passed.
      await pause(Math.max(0, begun + social.minimumExchangeWait - Date.now()))
      answer = await call()
    }
    for (const key of issuedKeys) remove(key)
    const otherwise = provider.id === 'vk' ? texts.vkFailed : texts.exchangeFailed
    if (!answer.data) return tell({ type: 'failed', message: problemText(answer.error, otherwise) })
    remove(storageKeys.vkSessionToken)
    const step = nextStepOf(answer.data)
    if (step) return latest.current.onNextStep(step)
    // The server has let somebody in: closing the dialog meanwhile hides that from nobody.
    if (isGone.current) handOver(answer.data)
    else tell({ type: 'exchanged', answer: answer.data })
  }

  function handOver(answer: SocialAnswer) {
    if (purpose === 'link') return latest.current.onLinked()
    const user = signedInBy(answer)
    if (user) latest.current.onSignedIn(user, answer.accessToken ?? undefined)
    else tell({ type: 'emailWanted', token: answer.tempToken ?? answer.accessToken ?? '' })
  }

  function leave() {
    if (state.name === 'success') handOver(state.answer)
    else if ('token' in state && !state.forced) tell({ type: 'cancelled' })
    else latest.current.onClose()
  }

  useSocialReturn(attempt, (back: Returned) => {
    setAttempt(null)
    if (!back.code) {
      return tell({ type: 'failed', message: refusalText(back.error) })
    }
    const body = {
      provider: provider.id,
      code: back.code,
      redirect_uri: returnPage(provider.id),
      state: back.state ?? '',
      device_id: back.device_id,
      turnstileToken: botToken,
      sessionToken: provider.id === 'vk' ? read(storageKeys.vkSessionToken) : undefined,
    }
    void exchange(() => finish(body))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: one press of the button is one start.
  useEffect(() => {
    if (started.current) return
    started.current = true
    void start(wish.popup)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: one success is handed over once.
  useEffect(() => {
    if (state.name !== 'success') return
    const { answer } = state
    const timer = setTimeout(() => handOver(answer), postLoginDelay)
    return () => clearTimeout(timer)
  }, [state])

  const isForced = 'token' in state && state.forced === true
  useEffect(() => {
    if (!isForced) return
    dispatch(signOutRequested())
    const timer = setTimeout(() => latest.current.onClose(), forcedLogoutDialogClosesAfter)
    return () => clearTimeout(timer)
  }, [isForced, dispatch])

  return {
    state,
    tell,
    leave,
    isForced,
    retry: () => void start(provider.widget_url ? null : openPopup()),
    widgetAnswered: (telegramData: WidgetData) => {
      const body = { telegramData, link: purpose === 'link', turnstileToken: botToken }
      void exchange(() => finishTelegram(body))
    },
  }
}
