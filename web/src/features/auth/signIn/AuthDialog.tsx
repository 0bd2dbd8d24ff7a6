// The dialog of sign-in and registration. Its code is loaded when it is first opened.

import { useState } from 'react'
import { useNavigate } from 'react-router'
import { customerSignedIn, type User } from '../../../api/sessionActions.ts'
import { useAppDispatch, useAppSelector } from '../../../app/hooks.ts'
import { useBackCloses } from '../../../shared/backCloses.ts'
import { pages } from '../../../shared/paths.ts'
import { toSameSitePath } from '../../../shared/sameSitePath.ts'
import { selectSignIn, signInClosed, signInModeChosen } from '../../../shared/signInSlice.ts'
import { auth, benefits, code, reset, secondFactor } from '../../../shared/texts/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import '../auth.css'
import { useBotCheck } from '../botCheck/useBotCheck.ts'
import { SocialButtons } from '../social/SocialButtons.tsx'
import { CodeStep } from './CodeStep.tsx'
import { ForgotForm } from './ForgotForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { SecondStep } from './SecondStep.tsx'
import type { NextStep, SignInHandlers } from './signInOutcome.ts'

type Step = 'form' | 'code' | 'forgot' | 'second'

function useAuthDialog() {
  const { mode, next, reason } = useAppSelector(selectSignIn)
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>('form')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [notice, setNotice] = useState(reason)
  const [codeSent, setCodeSent] = useState<'now' | 'earlier'>('now')
  const [nextStep, setNextStep] = useState<NextStep | null>(null)
  const check = useBotCheck()

  function show(form: 'login' | 'register', newNotice = '') {
    dispatch(signInModeChosen(form))
    setStep('form')
    setNotice(newNotice)
  }
  function onSignedIn(user: User, accessToken?: string) {
    dispatch(customerSignedIn({ user, accessToken }))
    const returnPath = toSameSitePath(next)
    if (user.account_status !== 'active') navigate(pages.dashboard)
    else if (returnPath) navigate(returnPath)
  }
  function proveEmail(typed: { email: string; password: string }, sent: 'now' | 'earlier') {
    setEmail(typed.email)
    setPassword(typed.password)
    setCodeSent(sent)
    setStep('code')
  }
  function onNextStep(required: NextStep) {
    setNextStep(required)
    setStep('second')
  }
  return {
    mode,
    step,
    nextStep,
    check,
    email,
    password,
    codeSent,
    notice,
    show,
    signInHandlers: { onSignedIn, onNextStep } satisfies SignInHandlers,
    proveEmail,
    setEmail,
    setStep,
    close: () => dispatch(signInClosed()),
  }
}

const titles = { code: code.title, forgot: reset.title, second: secondFactor.title }

export default function AuthDialog() {
  const dialog = useAuthDialog()
  useBackCloses(dialog.close)
  const { mode, step, notice } = dialog
  const title = step === 'form' ? auth[mode] : titles[step]
  return (
    <Dialog
      open
      onClose={dialog.close}
      title={title}
      hideTitle
      size="wide"
      fullOnPhone
      notDismissible
      bare
      className="auth"
    >
      <div className="auth-panes">
        <Benefits />
        <div className="auth-main">
          {/* The dialog's own title is the heading; this one is visual only. */}
          <p className="auth-title" aria-hidden="true">
            {title}
          </p>
          <p role="status" className="auth-notice">
            {notice}
          </p>
          {step === 'form' && <SocialButtons {...dialog.signInHandlers} check={dialog.check} />}
          <CurrentStep dialog={dialog} />
          {step === 'form' && (
            <Button
              variant="text"
              className="auth-switch"
              onClick={() => dialog.show(mode === 'login' ? 'register' : 'login')}
            >
              {mode === 'login' ? auth.toRegister : auth.toLogin}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function CurrentStep({ dialog }: { dialog: ReturnType<typeof useAuthDialog> }) {
  const { mode, step, email, setEmail, setStep } = dialog
  if (step === 'code') {
    return (
      <CodeStep
        email={email}
        password={dialog.password}
        wasSentEarlier={dialog.codeSent === 'earlier'}
        onConfirmed={() => dialog.show('login', `${code.done} ${code.doneHint}`)}
        onCancel={() => dialog.show(mode)}
      />
    )
  }
  if (step === 'forgot') {
    return (
      <ForgotForm
        email={email}
        check={dialog.check}
        onEmail={setEmail}
        onDone={() => dialog.show('login', reset.done)}
        onBack={() => dialog.show('login')}
      />
    )
  }
  if (step === 'second' && dialog.nextStep) {
    return (
      <SecondStep
        {...dialog.signInHandlers}
        step={dialog.nextStep}
        onBack={() => dialog.show('login')}
      />
    )
  }
  const shared = { email, onEmail: setEmail, check: dialog.check }
  if (mode === 'register')
    return <RegisterForm {...shared} onRegistered={(typed) => dialog.proveEmail(typed, 'now')} />
  return (
    <LoginForm
      {...shared}
      {...dialog.signInHandlers}
      onUnproven={(typed) => dialog.proveEmail(typed, 'earlier')}
      onForgot={() => setStep('forgot')}
    />
  )
}

function Benefits() {
  return (
    <aside className="auth-benefits">
      <p className="auth-benefits-title">{benefits.title}</p>
      <dl>
        {benefits.items.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
