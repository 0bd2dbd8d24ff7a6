import { FormErrors } from '../../app/form/FormErrors.tsx'
import { SubmitRow } from '../../app/form/SubmitRow.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { auth, code as texts } from '../../app/texts/auth.ts'
import { social } from '../../app/texts/social.ts'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import { checkEmail } from './authChecks.ts'
import { CodeForm } from './CodeStep.tsx'
import { finishSignIn, type SignInHandlers } from './signInOutcome.ts'
import { useProveSocialEmailMutation, useSendSocialCodeMutation } from './socialApi.ts'

type Props = { token: string; onSent: (email: string) => void; onCancel: () => void }

/** The provider gave no verified email: the user enters one. */
export function SocialEmail({ token, onSent, onCancel }: Props) {
  const [send] = useSendSocialCodeMutation()
  const form = useForm({
    initial: { email: '' },
    check: checkEmail,
    send: async (typed) => {
      const email = typed.email.trim()
      const answer = await send({ token, email })
      if (answer.data) onSent(email)
      return answer
    },
  })
  return (
    <form className="auth-form" {...form.props}>
      <p>{social.emailAsk}</p>
      <FormErrors form={form} fallback={texts.sendFailed} />
      <TextField label={auth.email} type="email" autoComplete="email" {...form.field('email')} />
      <SubmitRow form={form} label={social.sendCode} pendingLabel={social.sendingCode}>
        <Button variant="line" onClick={onCancel}>
          {social.cancel}
        </Button>
      </SubmitRow>
    </form>
  )
}

type CodeProps = SignInHandlers & { token: string; email: string; onCancel: () => void }

export function SocialCode(props: CodeProps) {
  const { token, email, onCancel } = props
  const [send] = useSendSocialCodeMutation()
  const [prove] = useProveSocialEmailMutation()
  return (
    <CodeForm
      email={email}
      cancelLabel={social.cancel}
      onCancel={onCancel}
      resend={() => send({ token, email })}
      confirm={async (code) => {
        const answer = await prove({ token, email, code })
        if (answer.data) finishSignIn(answer.data, props)
        return answer
      }}
    />
  )
}
