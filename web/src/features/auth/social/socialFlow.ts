// The state machine of a social sign-in. Timers and requests are in useSocialSignIn.ts.

import type { User } from '../../../api/sessionActions.ts'
import type { SocialAnswer } from '../../../api/wire/auth.ts'

export type SocialState =
  | { name: 'idle' }
  | { name: 'waiting' }
  | { name: 'blocked'; url: string }
  | { name: 'exchanging' }
  | { name: 'success'; answer: SocialAnswer }
  | { name: 'error'; message: string }
  | { name: 'email_required'; token: string; forced?: boolean }
  | { name: 'email_verification'; token: string; email: string; forced?: boolean }

/** Signing in, or linking the provider to the current account. */
export type SocialPurpose = 'signIn' | 'link'

export type SocialEvent =
  | { type: 'opened' }
  | { type: 'popupBlocked'; url: string }
  | { type: 'returned' }
  | { type: 'exchanged'; answer: SocialAnswer }
  | { type: 'failed'; message: string }
  | { type: 'emailRequired'; token: string }
  | { type: 'codeSent'; email: string }
  | { type: 'cancelled' }
  | { type: 'restarted' }

export function reduceSocialSignIn(state: SocialState, event: SocialEvent): SocialState {
  switch (event.type) {
    case 'restarted':
      return { name: 'idle' }
    case 'opened':
      return state.name === 'idle' || state.name === 'blocked' ? { name: 'waiting' } : state
    case 'popupBlocked':
      return state.name === 'idle' ? { name: 'blocked', url: event.url } : state
    case 'returned':
      return state.name === 'waiting' || state.name === 'blocked' ? { name: 'exchanging' } : state
    case 'exchanged':
      return state.name === 'exchanging' ? { name: 'success', answer: event.answer } : state
    case 'failed':
      return state.name === 'success' ? state : { name: 'error', message: event.message }
    case 'emailRequired':
      return state.name === 'success' ? { name: 'email_required', token: event.token } : state
    case 'codeSent':
      return state.name === 'email_required'
        ? { name: 'email_verification', token: state.token, email: event.email }
        : state
    case 'cancelled':
      return 'token' in state ? { ...state, forced: true } : state
  }
}

/**
 * The signed-in user; null for a response without a verified email address, which needs more steps.
 */
export function readSignedInUser(answer: { user?: SocialAnswer['user'] }): User | null {
  return answer.user?.email_verified ? answer.user : null
}

/** The message of the return pages (public/auth/return.js). */
export type ProviderReturn = {
  type: 'social-auth'
  code: string | null
  state: string | null
  device_id: string | null
  error: string | null
  at: number
}

function isProviderReturn(data: unknown): data is ProviderReturn {
  return (
    typeof data === 'object' && data !== null && (data as ProviderReturn).type === 'social-auth'
  )
}

/** Accepts only the return of this attempt, and each return only once. */
export function createReturnFilter(issuedState: string, startedAt: number) {
  const seen = new Set<string>()
  return (data: unknown): ProviderReturn | null => {
    if (!isProviderReturn(data) || data.state !== issuedState || data.at < startedAt) return null
    const returnKey = data.code ?? data.error ?? ''
    if (seen.has(returnKey)) return null
    seen.add(returnKey)
    return data
  }
}
