import { isProblem } from '../../app/problem.ts'
import type { User } from '../../app/sessionEvents.ts'
import { auth, second } from '../../app/texts/auth.ts'
import { Button } from '../../ui/Button'
import { PasswordField } from '../../ui/PasswordField'
import { TextField } from '../../ui/TextField'
import { useLoginMutation } from './authApi.ts'
import { loginChecks } from './authProblems.ts'
import { Failure } from './Failure.tsx'
import { useForm } from './useForm.ts'

type Props = {
  email: string
  onEmail: (email: string) => void
  onSignedIn: (user: User, accessToken?: string) => void
  /** The account waits for its e-mail to be proven. */
  onUnproven: (email: string) => void
  /** The account is guarded by a second factor. */
  onSecondStep: (tempToken: string) => void
  onForgot: () => void
}

export function LoginForm(props: Props) {
  const { email, onEmail, onSignedIn, onUnproven, onSecondStep, onForgot } = props
  const [login, { isLoading }] = useLoginMutation()
  const form = useForm(loginChecks, { email, password: '' }, async (typed) => {
    const address = String(typed.email).trim()
    const answer = await login({ email: address, password: String(typed.password) })
    if (answer.data?.status === 'second_factor_required') onSecondStep(answer.data.tempToken)
    else if (answer.data?.status) return { code: answer.data.status, message: second.setUpFirst }
    else if (answer.data) onSignedIn(answer.data.user, answer.data.accessToken)
    if (isProblem(answer.error) && answer.error.code === 'email_not_verified') {
      onUnproven(address)
      return null
    }
    return answer.error
  })
  const address = form.field('email')
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <Failure {...form} otherwise={auth.failed} />
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
      <PasswordField label={auth.password} {...form.field('password')} />
      <div className="btns">
        <Button type="submit" wide sending={isLoading && auth.signingIn}>
          {auth.signIn}
        </Button>
        <Button look="text" onClick={onForgot}>
          {auth.forgot}
        </Button>
      </div>
    </form>
  )
}
