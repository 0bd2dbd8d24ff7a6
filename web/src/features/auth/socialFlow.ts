// The eight states of a social sign-in and what may follow what; no clocks and no network here.

import type { User } from '../../app/sessionEvents.ts'
import type { SocialAnswer } from '../../app/wire/auth.ts'

export type SocialState =
  | { name: 'idle' }
  | { name: 'waiting' }
  | { name: 'blocked'; url: string }
  | { name: 'exchanging' }
  | { name: 'success'; answer: SocialAnswer }
  | { name: 'error'; message: string }
  | { name: 'email_required'; token: string; forced?: boolean }
  | { name: 'email_verification'; token: string; email: string; forced?: boolean }

/** Signing in, or adding the provider to the account one is signed in to. */
export type SocialPurpose = 'signIn' | 'link'

export type SocialEvent =
  | { type: 'opened' }
  | { type: 'popupBlocked'; url: string }
  | { type: 'returned' }
  | { type: 'exchanged'; answer: SocialAnswer }
  | { type: 'failed'; message: string }
  | { type: 'emailWanted'; token: string }
  | { type: 'codeSent'; email: string }
  | { type: 'cancelled' }
  | { type: 'restarted' }

export function socialStep(state: SocialState, event: SocialEvent): SocialState {
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
    case 'emailWanted':
      return state.name === 'success' ? { name: 'email_required', token: event.token } : state
    case 'codeSent':
      return state.name === 'email_required'
        ? { name: 'email_verification', token: state.token, email: event.email }
        : state
    case 'cancelled':
      return 'token' in state ? { ...state, forced: true } : state
  }
}

/** Who is in for good: an answer without a proven e-mail has steps to go. */
export function signedInBy(answer: { user?: SocialAnswer['user'] }): User | null {
  return answer.user?.email_verified ? answer.user : null
}

/** What the return pages hand over (public/auth/return.js). */
export type Returned = {
  type: 'social-auth'
  code: string | null
  state: string | null
  device_id: string | null
  error: string | null
  at: number
}

export function isReturned(data: unknown): data is Returned {
  return typeof data === 'object' && data !== null && (data as Returned).type === 'social-auth'
}

/** Takes a return once, and only the one that answers this very attempt. */
export function makeSieve(issuedState: string, startedAt: number) {
  const seen = new Set<string>()
  return (data: unknown): Returned | null => {
    if (!isReturned(data) || data.state !== issuedState || data.at < startedAt) return null
    const mark = data.code ?? data.error ?? ''
    if (seen.has(mark)) return null
    seen.add(mark)
    return data
  }
}
