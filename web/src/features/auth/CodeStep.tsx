import { verificationCode } from '../../app/limits.ts'
import { code as texts } from '../../app/texts/auth.ts'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import { useResendCodeMutation, useVerifyEmailMutation } from './authApi.ts'
import { codeChecks } from './authChecks.ts'
import { FormErrors } from './FormErrors.tsx'
import { Resend } from './Resend.tsx'
import { useForm } from './useForm.ts'

type Props = { email: string; onConfirmed: () => void; onCancel: () => void }

export function CodeStep({ email, onConfirmed, onCancel }: Props) {
  const [resend] = useResendCodeMutation()
  const [verify, { isLoading }] = useVerifyEmailMutation()
  const form = useForm(codeChecks, { code: '' }, async (typed) => {
    const answer = await verify({ email, code: String(typed.code).trim() })
    if (answer.data) onConfirmed()
    return answer.error
  })
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <p>{texts.sentTo(email)}</p>
      <FormErrors {...form} otherwise={texts.confirmFailed} />
      <TextField
        label={texts.field}
        className="auth-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={verificationCode.length}
        {...form.field('code')}
      />
      <div className="btns">
        <Button type="submit" wide pendingLabel={isLoading && texts.confirming}>
          {texts.confirm}
        </Button>
        <Button variant="line" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
      <Resend send={() => resend({ email })} />
    </form>
  )
}
