import { useState } from 'react'
import { ActionError } from '../../app/ActionError.tsx'
import { problemText } from '../../app/problem.ts'
import { auth, passkey as texts } from '../../app/texts/auth.ts'
import { Button } from '../../ui/Button'
import { useAskPasskeyMutation, useProvePasskeyMutation } from './authApi.ts'
import { canUsePasskeys, requestPasskey } from './passkeys.ts'
import { finishSignIn, type SignInHandlers } from './signInOutcome.ts'

/** Signing in with a passkey: it replaces the password and the second step. */
export function PasskeyButton(who: SignInHandlers) {
  const [ask, asking] = useAskPasskeyMutation()
  const [prove, proving] = useProvePasskeyMutation()
  const [said, setSaid] = useState('')
  const [isChoosing, setChoosing] = useState(false)
  async function signIn() {
    setSaid('')
    const question = await ask()
    if (!question.data) return setSaid(problemText(question.error, auth.failed))
    setChoosing(true)
    const credential = await requestPasskey(question.data.options)
    setChoosing(false)
    if (!credential) return setSaid(texts.notShown)
    const answer = await prove({ credential })
    if (answer.data) finishSignIn(answer.data, who)
    else setSaid(problemText(answer.error, auth.failed))
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
      <ActionError error={said} />
    </div>
  )
}
