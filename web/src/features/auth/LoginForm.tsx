import { isProblem } from '../../app/problem.ts'
import { auth } from '../../app/texts/auth.ts'
import { Button } from '../../ui/Button'
import { PasswordField } from '../../ui/PasswordField'
import { TextField } from '../../ui/TextField'
import { useLoginMutation } from './authApi.ts'
import { loginChecks } from './authChecks.ts'
import { BotCheckField } from './BotCheckField.tsx'
import { FormErrors } from './FormErrors.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { finishSignIn, type SignInHandlers } from './signInOutcome.ts'
import type { BotCheck } from './useBotCheck.ts'
import { useForm } from './useForm.ts'

type Props = SignInHandlers & {
  email: string
  onEmail: (email: string) => void
  check: BotCheck
  /** The account's email is not verified yet. */
  onUnproven: (email: string) => void
  onForgot: () => void
}

export function LoginForm(props: Props) {
  const { email, onEmail, check, onUnproven, onForgot } = props
  const [login, { isLoading }] = useLoginMutation()
  const form = useForm(loginChecks, { email, password: '' }, async (typed) => {
    if (check.refusal) return check.refusal
    const address = String(typed.email).trim()
    const password = String(typed.password)
    const answer = await login({ email: address, password, turnstileToken: check.token })
    check.renew()
    if (answer.data) finishSignIn(answer.data, props)
    if (isProblem(answer.error) && answer.error.code === 'email_not_verified') {
      onUnproven(address)
      return null
    }
    return answer.error
  })
  const address = form.field('email')
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <FormErrors {...form} check={check} otherwise={auth.failed} />
      <TextField
        label={auth.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        {...address}
        onChange={(event) => {
          address.onChange(event)
          onEmail(event.target.value)
        }}
      />
      <div className="auth-password">
        <PasswordField label={auth.password} {...form.field('password')} />
        <Button variant="text" small className="auth-forgot" onClick={onForgot}>
          {auth.forgot}
        </Button>
      </div>
      <BotCheckField check={check} />
      <Button type="submit" wide className="auth-submit" pendingLabel={isLoading && auth.signingIn}>
        {auth.signIn}
      </Button>
      <PasskeyButton {...props} />
    </form>
  )
}
