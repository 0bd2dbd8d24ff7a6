import { FormErrors } from '../../app/form/FormErrors.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { verificationCode } from '../../app/limits.ts'
import { code as texts } from '../../app/texts/auth.ts'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import { useResendCodeMutation, useVerifyEmailMutation } from './authApi.ts'
import { checkCode } from './authChecks.ts'
import { Resend } from './Resend.tsx'

type Props = { email: string; onConfirmed: () => void; onCancel: () => void }

export function CodeStep({ email, onConfirmed, onCancel }: Props) {
  const [resend] = useResendCodeMutation()
  const [verify] = useVerifyEmailMutation()
  const form = useForm({
    initial: { code: '' },
    check: checkCode,
    send: async (typed) => {
      const answer = await verify({ email, code: typed.code.trim() })
      if (answer.data) onConfirmed()
      return answer
    },
  })
  return (
    <form className="auth-form" {...form.props}>
      <p>{texts.sentTo(email)}</p>
      <FormErrors form={form} fallback={texts.confirmFailed} />
      <TextField
        label={texts.field}
        className="auth-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={verificationCode.length}
        {...form.field('code')}
      />
      <div className="btns">
        <Button type="submit" wide pendingLabel={form.isSending && texts.confirming}>
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
