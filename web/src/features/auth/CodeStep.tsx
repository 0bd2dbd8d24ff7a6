import { useState } from 'react'
import { verificationCode } from '../../app/limits.ts'
import { failureText, isProblem } from '../../app/problem.ts'
import { code as texts } from '../../app/texts/auth.ts'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import { useResendCodeMutation, useVerifyEmailMutation } from './authApi.ts'
import { codeChecks } from './authProblems.ts'
import { Failure } from './Failure.tsx'
import { useCooldown } from './useCooldown.ts'
import { useForm } from './useForm.ts'

type Props = { email: string; onConfirmed: () => void; onCancel: () => void }

export function CodeStep({ email, onConfirmed, onCancel }: Props) {
  const [verify, { isLoading }] = useVerifyEmailMutation()
  const form = useForm(codeChecks, { code: '' }, async (typed) => {
    const answer = await verify({ email, code: String(typed.code).trim() })
    if (answer.data) onConfirmed()
    return answer.error
  })
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <p>{texts.sentTo(email)}</p>
      <Failure {...form} otherwise={texts.confirmFailed} />
      <TextField
        label={texts.field}
        className="auth-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={verificationCode.length}
        {...form.field('code')}
      />
      <div className="btns">
        <Button type="submit" wide sending={isLoading && texts.confirming}>
          {texts.confirm}
        </Button>
        <Button look="line" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
      <Resend email={email} />
    </form>
  )
}

/** Sends the code again, not more often than once a minute. */
export function Resend({ email }: { email: string }) {
  const [resend, { isLoading }] = useResendCodeMutation()
  const { left, restart } = useCooldown()
  const [failure, setFailure] = useState('')
  async function again() {
    setFailure('')
    const answer = await resend({ email })
    if (answer.data) restart(answer.data.retry_after)
    else if (isProblem(answer.error) && answer.error.retryAfterSeconds)
      restart(answer.error.retryAfterSeconds)
    else setFailure(failureText(answer.error, texts.sendFailed))
  }
  return (
    <div>
      <Button look="text" disabled={left > 0 || isLoading} onClick={again}>
        {left > 0 ? texts.resendIn(left) : texts.resend}
      </Button>
      {failure && (
        <p role="alert" className="auth-failure">
          {failure}
        </p>
      )}
    </div>
  )
}
