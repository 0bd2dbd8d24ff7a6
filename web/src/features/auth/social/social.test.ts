import { describe, expect, it } from 'vitest'
import {
  createReturnFilter,
  reduceSocialSignIn,
  type SocialEvent,
  type SocialState,
} from './socialFlow.ts'

const idle: SocialState = { name: 'idle' }
const stateAfter = (...events: SocialEvent[]) => events.reduce(reduceSocialSignIn, idle)
const answer = { success: true as const, isNewUser: true, tempToken: 'temp' }
const eventsUntilSuccess: SocialEvent[] = [
  { type: 'opened' },
  { type: 'returned' },
  { type: 'exchanged', answer },
]

describe('a social sign-in', () => {
  it('goes from the popup to success', () => {
    expect(stateAfter({ type: 'opened' }).name).toBe('waiting')
    expect(stateAfter({ type: 'opened' }, { type: 'returned' }).name).toBe('exchanging')
    expect(stateAfter(...eventsUntilSuccess)).toEqual({ name: 'success', answer })
  })
  it('offers a tab when the popup is blocked, and continues from there', () => {
    const blocked = stateAfter({ type: 'popupBlocked', url: 'https://id.example.com' })
    expect(blocked).toEqual({ name: 'blocked', url: 'https://id.example.com' })
    expect(reduceSocialSignIn(blocked, { type: 'opened' }).name).toBe('waiting')
  })
  it('requests an email, then its code, and a cancel there forces a sign-out', () => {
    const emailRequired = stateAfter(...eventsUntilSuccess, {
      type: 'emailRequired',
      token: 'temp',
    })
    expect(emailRequired).toEqual({ name: 'email_required', token: 'temp' })
    const sent = reduceSocialSignIn(emailRequired, { type: 'codeSent', email: 'anna@example.com' })
    expect(sent.name).toBe('email_verification')
    expect(reduceSocialSignIn(sent, { type: 'cancelled' })).toMatchObject({ forced: true })
  })
  it('ignores a second return and a late failure', () => {
    const exchanging = stateAfter({ type: 'opened' }, { type: 'returned' })
    expect(reduceSocialSignIn(exchanging, { type: 'returned' })).toBe(exchanging)
    expect(stateAfter(...eventsUntilSuccess, { type: 'failed', message: 'late' }).name).toBe(
      'success',
    )
  })
  it('starts again after an error', () => {
    const failed = stateAfter(
      { type: 'opened' },
      { type: 'failed', message: 'Авторизация отменена' },
    )
    expect(failed.name).toBe('error')
    expect(reduceSocialSignIn(failed, { type: 'restarted' })).toEqual(idle)
  })
})

describe('the return from the provider', () => {
  const returnMessage = {
    type: 'social-auth',
    code: 'c',
    state: 's',
    device_id: null,
    error: null,
    at: 10,
  }
  it('is accepted once', () => {
    const acceptReturn = createReturnFilter('s', 5)
    expect(acceptReturn(returnMessage)?.code).toBe('c')
    expect(acceptReturn(returnMessage)).toBeNull()
  })
  it('is ignored if it is stale, of another attempt or of another type', () => {
    const acceptReturn = createReturnFilter('s', 5)
    expect(acceptReturn({ ...returnMessage, at: 4 })).toBeNull()
    expect(acceptReturn({ ...returnMessage, state: 'other' })).toBeNull()
    expect(acceptReturn({ ...returnMessage, type: 'chat' })).toBeNull()
    expect(acceptReturn(null)).toBeNull()
  })
})
