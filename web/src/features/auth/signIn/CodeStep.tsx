import { type ComponentProps, type SyntheticEvent, useState } from 'react'
import { formatKeepingCaret } from '../../../lib/caret.ts'
import { FormErrors } from '../../../shared/form/FormErrors.tsx'
import { SubmitRow } from '../../../shared/form/SubmitRow.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { verificationCode } from '../../../shared/limits.ts'
import { code as texts } from '../../../shared/texts/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField, type TextFieldProps } from '../../../ui/TextField.tsx'
import { useResendCodeMutation, useVerifyEmailMutation } from './authApi.ts'
import { checkCode } from './authChecks.ts'
import { Resend } from './Resend.tsx'

type FormProps = {
  email: string
  confirm: (code: string) => Promise<{ error?: unknown }>
  resend: ComponentProps<typeof Resend>['send']
  cancelLabel: string
  onCancel: () => void
  /** The code was sent at an earlier visit, perhaps long ago. */
  wasSentEarlier?: boolean
}

/** Asks for the code from an email, and can request a new code. */
export function EmailCodeForm(props: FormProps) {
  const { email, confirm, cancelLabel, onCancel, wasSentEarlier = false } = props
  const [isSentNow, setSentNow] = useState(!wasSentEarlier)
  const form = useForm({
    unsent: 'brief',
    initial: { code: '' },
    check: checkCode,
    send: ({ code }) => confirm(code.trim()),
  })
  async function resend() {
    const answer = await props.resend()
    if (answer.data) {
      setSentNow(true)
      // The refusal of an earlier code says nothing about the new one.
      if (form.attempt > 0) form.reset()
    }
    return answer
  }
  return (
    <form className="auth-form" {...form.props}>
      <p>{isSentNow ? texts.sentTo(email) : texts.sentEarlier(email)}</p>
      <FormErrors form={form} fallback={texts.confirmFailed} />
      <CodeField {...form.field('code')} />
      <SubmitRow form={form} label={texts.confirm} pendingLabel={texts.confirming}>
        <Button variant="line" onClick={onCancel}>
          {cancelLabel}
        </Button>
      </SubmitRow>
      <Resend send={resend} wasSentEarlier={wasSentEarlier} />
    </form>
  )
}

type Props = Pick<FormProps, 'email' | 'onCancel' | 'wasSentEarlier'> & {
  /**
   * The password that was just typed. The server requires it if this browser is not the one that sent
   * the registration.
   */
  password: string
  onConfirmed: () => void
}

/** The last step of a registration. */
export function CodeStep({ onConfirmed, password, ...props }: Props) {
  const { email } = props
  const [resend] = useResendCodeMutation()
  const [verify] = useVerifyEmailMutation()
  return (
    <EmailCodeForm
      {...props}
      cancelLabel={texts.cancel}
      resend={() => resend({ email })}
      confirm={async (code) => {
        const answer = await verify({ email, code, password })
        if (answer.data) onConfirmed()
        return answer
      }}
    />
  )
}

/** Extracts the digits of a code that may be pasted with spaces or in groups. */
const extractCodeDigits = (typed: string) =>
  typed.replace(/\D/g, '').slice(0, verificationCode.length)

/**
 * Replaces what was typed by a code that is inserted at once, by the clipboard or a keyboard's
 * suggestion. The browser would cut the inserted text to maxLength before its spaces are removed.
 */
function insertCode(event: SyntheticEvent<HTMLInputElement>, text: string) {
  const digits = extractCodeDigits(text)
  if (!digits) return
  event.preventDefault()
  const input = event.currentTarget
  // React misses a value that is set through the element's own property, so the prototype's setter is called.
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setValue?.call(input, digits)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The input of a code from an email. */
export function CodeField({ onChange, ...props }: Partial<TextFieldProps>) {
  return (
    <TextField
      label={texts.field}
      className="auth-code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={verificationCode.length}
      {...props}
      onPaste={(event) => insertCode(event, event.clipboardData.getData('text'))}
      onBeforeInput={(event) => {
        if (event.data.length > 1) insertCode(event, event.data)
      }}
      onChange={(event) => {
        formatKeepingCaret(event.target, extractCodeDigits)
        onChange?.(event)
      }}
    />
  )
}
