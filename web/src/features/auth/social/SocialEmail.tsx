import { FormErrors } from '../../../shared/form/FormErrors.tsx'
import { SubmitRow } from '../../../shared/form/SubmitRow.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { auth, code as texts } from '../../../shared/texts/auth.ts'
import { social } from '../../../shared/texts/social.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { checkEmail } from '../signIn/authChecks.ts'
import { EmailCodeForm } from '../signIn/CodeStep.tsx'
import { finishSignIn, type SignInHandlers } from '../signIn/signInOutcome.ts'
import { useProveSocialEmailMutation, useSendSocialCodeMutation } from './socialApi.ts'

type Props = { token: string; onSent: (email: string) => void; onCancel: () => void }

/** The provider returned no verified email address, so the user enters one. */
export function SocialEmail({ token, onSent, onCancel }: Props) {
  const [send] = useSendSocialCodeMutation()
  const form = useForm({
    unsent: 'brief',
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
    <EmailCodeForm
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
