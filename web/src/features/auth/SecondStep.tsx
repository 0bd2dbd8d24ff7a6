import type { User } from '../../app/sessionEvents.ts'
import { auth, reset, second } from '../../app/texts/auth.ts'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import { useTakeSecondStepMutation } from './authApi.ts'
import { secondChecks } from './authProblems.ts'
import { Failure } from './Failure.tsx'
import { useForm } from './useForm.ts'

type Props = {
  tempToken: string
  onSignedIn: (user: User, accessToken?: string) => void
  onBack: () => void
}

/** A code of the application, or one of the recovery codes; the server tells them apart. */
export function SecondStep({ tempToken, onSignedIn, onBack }: Props) {
  const [take, { isLoading }] = useTakeSecondStepMutation()
  const form = useForm(secondChecks, { code: '' }, async (typed) => {
    const answer = await take({ tempToken, code: String(typed.code).trim() })
    if (answer.data) onSignedIn(answer.data.user, answer.data.accessToken)
    return answer.error
  })
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <p>{second.ask}</p>
      <Failure {...form} otherwise={auth.failed} />
      <TextField
        label={second.field}
        className="auth-code"
        autoComplete="one-time-code"
        maxLength={32}
        {...form.field('code')}
      />
      <div className="btns">
        <Button type="submit" wide sending={isLoading && second.confirming}>
          {second.confirm}
        </Button>
        <Button look="text" onClick={onBack}>
          {reset.back}
        </Button>
      </div>
    </form>
  )
}
