// The outcome of a sign-in by any method: a signed-in user, or one more step.

import type { User } from '../../../api/sessionActions.ts'
import type { SignInAnswer, SocialAnswer } from '../../../api/wire/auth.ts'

type AnySignInAnswer = Pick<SignInAnswer, 'user' | 'accessToken' | 'tempToken' | 'methods'> & {
  status?: SocialAnswer['status']
}

export type NextStep = {
  tempToken: string
  methods: NonNullable<SignInAnswer['methods']>
  /** The account must have a second factor and has none yet. */
  mustSetUp: boolean
}

/** Handlers of the outcome. */
export type SignInHandlers = {
  onSignedIn: (user: User, accessToken?: string) => void
  onNextStep: (step: NextStep) => void
}

export function readNextSignInStep(answer: AnySignInAnswer): NextStep | null {
  if (!answer.status?.startsWith('second_factor') || !answer.tempToken) return null
  return {
    tempToken: answer.tempToken,
    methods: answer.methods ?? [],
    mustSetUp: answer.status === 'second_factor_setup_required',
  }
}

export function finishSignIn(answer: AnySignInAnswer, handlers: SignInHandlers): void {
  const step = readNextSignInStep(answer)
  if (step) handlers.onNextStep(step)
  else if (answer.user) handlers.onSignedIn(answer.user, answer.accessToken ?? undefined)
}
