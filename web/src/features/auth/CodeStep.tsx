import type { ComponentProps } from 'react'
import { FormErrors } from '../../app/form/FormErrors.tsx'
import { SubmitRow } from '../../app/form/SubmitRow.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { verificationCode } from '../../app/limits.ts'
import { code as texts } from '../../app/texts/auth.ts'
import { Button } from '../../ui/Button'
import { TextField, type TextFieldProps } from '../../ui/TextField'
import { useResendCodeMutation, useVerifyEmailMutation } from './authApi.ts'
import { checkCode } from './authChecks.ts'
import { Resend } from './Resend.tsx'

type FormProps = {
  email: string
  confirm: (code: string) => Promise<{ error?: unknown }>
  resend: ComponentProps<typeof Resend>['send']
  cancelLabel: string
  onCancel: () => void
}

/** Asks for the code that was sent to an email, and sends it again. */
export function CodeForm({ email, confirm, resend, cancelLabel, onCancel }: FormProps) {
  const form = useForm({
    initial: { code: '' },
    check: checkCode,
    send: ({ code }) => confirm(code.trim()),
  })
  return (
    <form className="auth-form" {...form.props}>
      <p>{texts.sentTo(email)}</p>
      <FormErrors form={form} fallback={texts.confirmFailed} />
      <CodeField {...form.field('code')} />
      <SubmitRow form={form} label={texts.confirm} pendingLabel={texts.confirming}>
        <Button variant="line" onClick={onCancel}>
          {cancelLabel}
        </Button>
      </SubmitRow>
      <Resend send={resend} />
    </form>
  )
}

type Props = { email: string; onConfirmed: () => void; onCancel: () => void }

/** The last step of a registration. */
export function CodeStep({ email, onConfirmed, onCancel }: Props) {
  const [resend] = useResendCodeMutation()
  const [verify] = useVerifyEmailMutation()
  return (
    <CodeForm
      email={email}
      cancelLabel={texts.cancel}
      onCancel={onCancel}
      resend={() => resend({ email })}
      confirm={async (code) => {
        const answer = await verify({ email, code })
        if (answer.data) onConfirmed()
        return answer
      }}
    />
  )
}

/** The field for a code from an email. */
export const CodeField = (props: Omit<TextFieldProps, 'label'>) => (
  <TextField
    label={texts.field}
    className="auth-code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={verificationCode.length}
    {...props}
  />
)
