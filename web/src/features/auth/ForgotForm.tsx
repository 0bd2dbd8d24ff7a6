import { useState } from 'react'
import { verificationCode } from '../../app/limits.ts'
import { auth, code, reset } from '../../app/texts/auth.ts'
import { Button } from '../../ui/Button'
import { PasswordField } from '../../ui/PasswordField'
import { TextField } from '../../ui/TextField'
import { useForgotPasswordMutation, useResetPasswordMutation } from './authApi.ts'
import { emailChecks, resetChecks } from './authChecks.ts'
import { BotCheckField } from './BotCheckField.tsx'
import { FormErrors } from './FormErrors.tsx'
import type { BotCheck } from './useBotCheck.ts'
import { useForm } from './useForm.ts'

type Back = { email: string; onBack: () => void }
type Props = Back & { check: BotCheck; onEmail: (email: string) => void; onDone: () => void }

/** First the address, then the code from the email and the new password. */
export function ForgotForm({ email, check, onEmail, onDone, onBack }: Props) {
  const [isSent, setSent] = useState(false)
  function onSent(address: string) {
    onEmail(address)
    setSent(true)
  }
  if (!isSent) return <RequestCode {...{ email, check, onSent, onBack }} />
  // Another email is requested in the first step, which has the bot check.
  return <NewPassword {...{ email, onDone, onBack }} onAgain={() => setSent(false)} />
}

type RequestProps = Back & { check: BotCheck; onSent: (email: string) => void }

function RequestCode({ email, check, onSent, onBack }: RequestProps) {
  const [forgot, { isLoading }] = useForgotPasswordMutation()
  const form = useForm(emailChecks, { email }, async (typed) => {
    if (check.refusal) return check.refusal
    const address = String(typed.email).trim()
    const answer = await forgot({ email: address, turnstileToken: check.token })
    check.renew()
    if (answer.data) onSent(address)
    return answer.error
  })
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <p>{reset.ask}</p>
      <FormErrors {...form} check={check} otherwise={reset.sendFailed} />
      <TextField label={auth.email} type="email" autoComplete="username" {...form.field('email')} />
      <BotCheckField check={check} />
      <div className="btns">
        <Button type="submit" wide pendingLabel={isLoading && reset.sending}>
          {reset.send}
        </Button>
        <Button variant="text" onClick={onBack}>
          {reset.back}
        </Button>
      </div>
    </form>
  )
}

type ResetProps = Back & { onDone: () => void; onAgain: () => void }

function NewPassword({ email, onDone, onBack, onAgain }: ResetProps) {
  const [save, { isLoading }] = useResetPasswordMutation()
  const form = useForm(resetChecks, { code: '', new_password: '' }, async (typed) => {
    const answer = await save({
      email,
      code: String(typed.code).trim(),
      new_password: String(typed.new_password),
    })
    if (answer.data) onDone()
    return answer.error
  })
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <p>{code.sentTo(email)}</p>
      <FormErrors {...form} otherwise={reset.failed} />
      <TextField
        label={code.field}
        className="auth-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={verificationCode.length}
        {...form.field('code')}
      />
      <PasswordField
        label={auth.newPassword}
        autoComplete="new-password"
        hint={auth.passwordHint}
        {...form.field('new_password')}
      />
      <div className="btns">
        <Button type="submit" wide pendingLabel={isLoading && reset.saving}>
          {reset.save}
        </Button>
        <Button variant="text" onClick={onBack}>
          {reset.back}
        </Button>
      </div>
      <Button variant="text" className="auth-switch" onClick={onAgain}>
        {reset.again}
      </Button>
    </form>
  )
}
