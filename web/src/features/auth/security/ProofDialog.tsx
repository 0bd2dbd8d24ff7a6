import { useState } from 'react'
import { describeProblem } from '../../../api/problem.ts'
import type { Confirm } from '../../../api/wire/auth.ts'
import { ActionError } from '../../../shared/ActionError.tsx'
import { FormErrors } from '../../../shared/form/FormErrors.tsx'
import { SubmitRow } from '../../../shared/form/SubmitRow.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { proof as texts } from '../../../shared/texts/security.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { RadioSegments } from '../../../ui/RadioSegments.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { canUsePasskeys, requestPasskey } from '../passkeys.ts'
import { useAskPasskeyMutation } from '../signIn/authApi.ts'
import { checkCode, checkPassword, checkSecondFactor } from '../signIn/authChecks.ts'
import { CodeField } from '../signIn/CodeStep.tsx'
import { Resend } from '../signIn/Resend.tsx'
import {
  securityApi,
  useConfirmOneselfMutation,
  useMailConfirmCodeMutation,
} from './securityApi.ts'

type Props = { onProved: (confirmation: string, seconds: number) => void; onClose: () => void }

type ProofMethod = 'password' | 'code' | 'app' | 'key'

/**
 * Confirmation methods of this account. An emailed code is offered only to accounts without a second
 * factor.
 */
function useProofMethods(): ProofMethod[] {
  const { data } = securityApi.endpoints.getSecondFactor.useQueryState()
  if (!data?.totp && !data?.passkeys) return ['password', 'code']
  const methods: ProofMethod[] = data.totp ? ['password', 'app'] : ['password']
  return data.passkeys && canUsePasskeys() ? [...methods, 'key'] : methods
}

const labels = {
  password: texts.byPassword,
  code: texts.byCode,
  app: texts.byApp,
  key: texts.byKey,
}

export function ProofDialog({ onProved, onClose }: Props) {
  const methods = useProofMethods()
  const [method, setMethod] = useState<ProofMethod>('password')
  return (
    <Dialog
      open
      notDismissible
      size="narrow"
      title={texts.title}
      description={texts.why}
      onClose={onClose}
    >
      <div className="auth-steps">
        {methods.length > 1 && (
          <RadioSegments
            label={texts.way}
            options={methods.map((value) => ({ value, label: labels[value] }))}
            value={method}
            onChange={(event) => setMethod(event.target.value as ProofMethod)}
          />
        )}
        {method === 'password' && <PasswordProof onProved={onProved} />}
        {method === 'code' && <CodeProof onProved={onProved} />}
        {method === 'app' && <AppProof onProved={onProved} />}
        {method === 'key' && <PasskeyProof onProved={onProved} />}
      </div>
    </Dialog>
  )
}

type ProofFormProps = Pick<Props, 'onProved'>

function useConfirm(onProved: Props['onProved']) {
  const [confirm] = useConfirmOneselfMutation()
  return async (by: Confirm) => {
    const answer = await confirm(by)
    if (answer.data) onProved(answer.data.confirmation, answer.data.expires_in)
    return answer
  }
}

function PasswordProof({ onProved }: ProofFormProps) {
  const prove = useConfirm(onProved)
  const form = useForm({
    unsent: 'brief',
    initial: { password: '' },
    check: checkPassword,
    send: ({ password }) => prove({ password }),
  })
  return (
    <form className="auth-form" {...form.props}>
      <FormErrors form={form} fallback={texts.failed} />
      <PasswordField label={texts.password} {...form.field('password')} />
      <SubmitRow form={form} label={texts.confirm} pendingLabel={texts.checking} />
    </form>
  )
}

function CodeProof({ onProved }: ProofFormProps) {
  const [mail] = useMailConfirmCodeMutation()
  const prove = useConfirm(onProved)
  const [isSent, setSent] = useState(false)
  const form = useForm({
    unsent: 'brief',
    initial: { code: '' },
    check: isSent ? checkCode : undefined,
    send: async ({ code }) => {
      if (isSent) return prove({ code: code.trim() })
      const answer = await mail()
      if (answer.data) setSent(true)
      return answer
    },
  })
  return (
    <form className="auth-form" {...form.props}>
      <p>{isSent ? texts.sent : texts.willSend}</p>
      <FormErrors form={form} fallback={texts.failed} />
      {isSent && <CodeField {...form.field('code')} />}
      <SubmitRow
        form={form}
        label={isSent ? texts.confirm : texts.send}
        pendingLabel={texts.checking}
      />
      {isSent && <Resend send={() => mail()} />}
    </form>
  )
}

function AppProof({ onProved }: ProofFormProps) {
  const prove = useConfirm(onProved)
  const form = useForm({
    unsent: 'brief',
    initial: { code: '' },
    check: checkSecondFactor,
    send: ({ code }) => prove({ code: code.trim() }),
  })
  return (
    <form className="auth-form" {...form.props}>
      <FormErrors form={form} fallback={texts.failed} />
      <TextField label={texts.appCode} autoComplete="one-time-code" {...form.field('code')} />
      <SubmitRow form={form} label={texts.confirm} pendingLabel={texts.checking} />
    </form>
  )
}

function PasskeyProof({ onProved }: ProofFormProps) {
  const [ask, asking] = useAskPasskeyMutation()
  const [failure, setFailure] = useState('')
  const prove = useConfirm(onProved)
  async function confirm() {
    setFailure('')
    const challenge = await ask()
    const credential = challenge.data && (await requestPasskey(challenge.data.options))
    const answer = credential ? await prove({ credential }) : undefined
    if (!answer?.data)
      setFailure(describeProblem(answer?.error ?? challenge.error, texts.keyFailed))
  }
  return (
    <div className="auth-form">
      <p>{texts.keyNote}</p>
      <ActionError error={failure} />
      <Button onClick={confirm} pendingLabel={asking.isLoading && texts.checking}>
        {texts.confirm}
      </Button>
    </div>
  )
}
