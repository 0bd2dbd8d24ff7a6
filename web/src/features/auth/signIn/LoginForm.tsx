import { isProblem } from '../../../api/problem.ts'
import { FormErrors } from '../../../shared/form/FormErrors.tsx'
import { auth } from '../../../shared/texts/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { BotCheckField } from '../botCheck/BotCheckField.tsx'
import { type BotCheck, useCheckedForm } from '../botCheck/useBotCheck.ts'
import { useLoginMutation } from './authApi.ts'
import { checkLogin } from './authChecks.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { finishSignIn, type SignInHandlers } from './signInOutcome.ts'

type Props = SignInHandlers & {
  email: string
  onEmail: (email: string) => void
  check: BotCheck
  /** Called if the account's email is not verified yet. */
  onUnproven: (typed: { email: string; password: string }) => void
  onForgot: () => void
}

export function LoginForm(props: Props) {
  const { email, onEmail, check, onUnproven, onForgot } = props
  const [login] = useLoginMutation()
  const form = useCheckedForm(check, {
    initial: { email, password: '' },
    onChange: (changed) => changed.email !== undefined && onEmail(changed.email),
    check: checkLogin,
    send: async (typed) => {
      const address = typed.email.trim()
      const password = typed.password
      const answer = await login({ email: address, password, turnstileToken: check.token })
      if (answer.data) finishSignIn(answer.data, props)
      if (isProblem(answer.error) && answer.error.code === 'email_not_verified') {
        onUnproven({ email: address, password })
        return undefined
      }
      return answer
    },
  })
  return (
    <form className="auth-form" {...form.props}>
      <FormErrors form={form} fallback={auth.failed} />
      <TextField
        label={auth.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        {...form.field('email')}
      />
      <div className="auth-password">
        <PasswordField label={auth.password} {...form.field('password')} />
        <Button variant="text" small className="auth-forgot" onClick={onForgot}>
          {auth.forgot}
        </Button>
      </div>
      <BotCheckField check={check} />
      <Button
        type="submit"
        wide
        className="auth-submit"
        pendingLabel={form.isSending && auth.signingIn}
      >
        {auth.signIn}
      </Button>
      <PasskeyButton {...props} />
    </form>
  )
}
