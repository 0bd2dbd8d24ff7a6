import { useState } from 'react'
import { describeProblem } from '../../../api/problem.ts'
import { ActionError } from '../../../shared/ActionError.tsx'
import { auth, passkey as texts } from '../../../shared/texts/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { canUsePasskeys, requestPasskey } from '../passkeys.ts'
import { useAskPasskeyMutation, useProvePasskeyMutation } from './authApi.ts'
import { finishSignIn, type SignInHandlers } from './signInOutcome.ts'

/** Signs in with a passkey, which replaces the password and the second step. */
export function PasskeyButton(handlers: SignInHandlers) {
  const [ask, asking] = useAskPasskeyMutation()
  const [prove, proving] = useProvePasskeyMutation()
  const [message, setMessage] = useState('')
  const [isChoosing, setChoosing] = useState(false)
  async function signIn() {
    setMessage('')
    const challenge = await ask()
    if (!challenge.data) return setMessage(describeProblem(challenge.error, auth.failed))
    setChoosing(true)
    const credential = await requestPasskey(challenge.data.options)
    setChoosing(false)
    if (!credential) return setMessage(texts.notShown)
    const answer = await prove({ credential })
    if (answer.data) finishSignIn(answer.data, handlers)
    else setMessage(describeProblem(answer.error, auth.failed))
  }
  if (!canUsePasskeys()) return null
  const isBusy = asking.isLoading || proving.isLoading || isChoosing
  return (
    <div>
      <Button
        variant="line"
        wide
        className="auth-whole"
        onClick={signIn}
        pendingLabel={isBusy && texts.waiting}
      >
        {texts.signIn}
      </Button>
      <ActionError error={message} />
    </div>
  )
}
