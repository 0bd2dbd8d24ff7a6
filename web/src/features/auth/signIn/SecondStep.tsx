import { Suspense } from 'react'
import { lazyWithRetry } from '../../../platform/lazyWithRetry.ts'
import { FormErrors } from '../../../shared/form/FormErrors.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { auth, reset, secondFactor } from '../../../shared/texts/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTakeSecondStepMutation } from './authApi.ts'
import { checkSecondFactor } from './authChecks.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { finishSignIn, type NextStep, type SignInHandlers } from './signInOutcome.ts'

const TotpSetUp = lazyWithRetry(() => import('../security/TotpSetUp.tsx'))

type Props = SignInHandlers & { step: NextStep; onBack: () => void }

/** The second step of a sign-in, or the set-up of a required second factor. */
export function SecondStep(props: Props) {
  const { step, onBack } = props
  const hasCodes = step.methods.includes('totp')
  if (step.mustSetUp) return <SecondFactorSetUp {...props} />
  return (
    <>
      {hasCodes && <SecondFactorForm {...props} />}
      {step.methods.includes('passkey') && <PasskeyButton {...props} />}
      <Button variant="text" onClick={onBack}>
        {reset.back}
      </Button>
    </>
  )
}

/** Asks for a code of the app or a recovery code. The server recognizes which one it is. */
function SecondFactorForm(props: Props) {
  const { step } = props
  const [take] = useTakeSecondStepMutation()
  const form = useForm({
    unsent: 'brief',
    initial: { code: '' },
    check: checkSecondFactor,
    send: async (typed) => {
      const answer = await take({ tempToken: step.tempToken, code: typed.code.trim() })
      if (answer.data) finishSignIn(answer.data, props)
      return answer
    },
  })
  return (
    <form className="auth-form" {...form.props}>
      <p>{step.methods.includes('recovery_code') ? secondFactor.ask : secondFactor.askApp}</p>
      <FormErrors form={form} fallback={auth.failed} />
      <TextField
        label={secondFactor.field}
        className="auth-code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('code')}
      />
      <Button
        type="submit"
        wide
        className="auth-submit"
        pendingLabel={form.isSending && secondFactor.confirming}
      >
        {secondFactor.confirm}
      </Button>
    </form>
  )
}

/** An administrator without the required second factor sets it up before the first session. */
function SecondFactorSetUp({ step, onSignedIn, onBack }: Props) {
  return (
    <div className="auth-form">
      <p>{secondFactor.setUpFirst}</p>
      <Suspense fallback={<Skeleton height="20rem" />}>
        <TotpSetUp
          proof={{ tempToken: step.tempToken }}
          onDone={({ session }) => {
            if (session?.user) onSignedIn(session.user, session.accessToken ?? undefined)
          }}
          onCancel={onBack}
        />
      </Suspense>
    </div>
  )
}
