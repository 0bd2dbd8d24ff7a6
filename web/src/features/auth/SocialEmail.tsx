import { verificationCode } from '../../app/limits.ts'
import { auth, code as texts } from '../../app/texts/auth.ts'
import { social } from '../../app/texts/social.ts'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import { codeChecks, emailChecks } from './authChecks.ts'
import { FormErrors } from './FormErrors.tsx'
import { Resend } from './Resend.tsx'
import { finishSignIn, type SignInHandlers } from './signInOutcome.ts'
import { useProveSocialEmailMutation, useSendSocialCodeMutation } from './socialApi.ts'
import { useForm } from './useForm.ts'

type Props = { token: string; onSent: (email: string) => void; onCancel: () => void }

/** The provider gave no verified email: the user enters one. */
export function SocialEmail({ token, onSent, onCancel }: Props) {
  const [send, { isLoading }] = useSendSocialCodeMutation()
  const form = useForm(emailChecks, { email: '' }, async (typed) => {
    const email = String(typed.email).trim()
    const answer = await send({ token, email })
    if (answer.data) onSent(email)
    return answer.error
  })
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <p>{social.emailAsk}</p>
      <FormErrors {...form} otherwise={texts.sendFailed} />
      <TextField label={auth.email} type="email" autoComplete="email" {...form.field('email')} />
      <div className="btns">
        <Button type="submit" pendingLabel={isLoading && social.sendingCode}>
          {social.sendCode}
        </Button>
        <Button variant="line" onClick={onCancel}>
          {social.cancel}
        </Button>
      </div>
    </form>
  )
}

type CodeProps = SignInHandlers & { token: string; email: string; onCancel: () => void }

export function SocialCode(props: CodeProps) {
  const { token, email, onCancel } = props
  const [send] = useSendSocialCodeMutation()
  const [prove, { isLoading }] = useProveSocialEmailMutation()
  const form = useForm(codeChecks, { code: '' }, async (typed) => {
    const answer = await prove({ token, email, code: String(typed.code).trim() })
    if (answer.data) finishSignIn(answer.data, props)
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
        <Button type="submit" pendingLabel={isLoading && texts.confirming}>
          {texts.confirm}
        </Button>
        <Button variant="line" onClick={onCancel}>
          {social.cancel}
        </Button>
      </div>
      <Resend send={() => send({ token, email })} />
    </form>
  )
}
