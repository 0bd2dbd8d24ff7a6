import { useState } from 'react'
import { FormErrors } from '../../../shared/form/FormErrors.tsx'
import { SubmitRow } from '../../../shared/form/SubmitRow.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { auth, code, reset } from '../../../shared/texts/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { BotCheckField } from '../botCheck/BotCheckField.tsx'
import { type BotCheck, useCheckedForm } from '../botCheck/useBotCheck.ts'
import { useForgotPasswordMutation, useResetPasswordMutation } from './authApi.ts'
import { checkEmail, checkReset } from './authChecks.ts'
import { CodeField } from './CodeStep.tsx'

type StepProps = { email: string; onBack: () => void }
type Props = StepProps & { check: BotCheck; onEmail: (email: string) => void; onDone: () => void }

/** First asks for the address, then for the code from the email and the new password. */
export function ForgotForm({ email, check, onEmail, onDone, onBack }: Props) {
  const [isSent, setSent] = useState(false)
  function onSent(address: string) {
    onEmail(address)
    setSent(true)
  }
  if (!isSent) return <RequestCode email={email} check={check} onSent={onSent} onBack={onBack} />
  // Another email is requested from the first step, because only that step has the bot check.
  return (
    <NewPassword email={email} onDone={onDone} onBack={onBack} onAgain={() => setSent(false)} />
  )
}

type RequestProps = StepProps & { check: BotCheck; onSent: (email: string) => void }

function RequestCode({ email, check, onSent, onBack }: RequestProps) {
  const [forgot] = useForgotPasswordMutation()
  const form = useCheckedForm(check, {
    initial: { email },
    check: checkEmail,
    send: async (typed) => {
      const address = typed.email.trim()
      const answer = await forgot({ email: address, turnstileToken: check.token })
      if (answer.data) onSent(address)
      return answer
    },
  })
  return (
    <form className="auth-form" {...form.props}>
      <p>{reset.ask}</p>
      <FormErrors form={form} fallback={reset.sendFailed} />
      <TextField label={auth.email} type="email" autoComplete="username" {...form.field('email')} />
      <BotCheckField check={check} />
      <SubmitRow form={form} label={reset.send} pendingLabel={reset.sending}>
        <Button variant="text" onClick={onBack}>
          {reset.back}
        </Button>
      </SubmitRow>
    </form>
  )
}

type ResetProps = StepProps & { onDone: () => void; onAgain: () => void }

function NewPassword({ email, onDone, onBack, onAgain }: ResetProps) {
  const [save] = useResetPasswordMutation()
  const form = useForm({
    unsent: 'brief',
    initial: { code: '', new_password: '' },
    check: checkReset,
    send: async (typed) => {
      const answer = await save({
        email,
        code: typed.code.trim(),
        new_password: typed.new_password,
      })
      if (answer.data) onDone()
      return answer
    },
  })
  return (
    <form className="auth-form" {...form.props}>
      <p>{code.sentTo(email)}</p>
      <FormErrors form={form} fallback={reset.failed} />
      <CodeField {...form.field('code')} />
      <PasswordField
        label={auth.newPassword}
        autoComplete="new-password"
        hint={auth.passwordHint}
        {...form.field('new_password')}
      />
      <SubmitRow form={form} label={reset.save} pendingLabel={reset.saving}>
        <Button variant="text" onClick={onBack}>
          {reset.back}
        </Button>
      </SubmitRow>
      <Button variant="text" className="auth-switch" onClick={onAgain}>
        {reset.again}
      </Button>
    </form>
  )
}
