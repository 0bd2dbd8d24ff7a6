// Set-up of an authenticator app: the QR code and the secret, the first code, the recovery codes.

import { useEffect, useRef, useState } from 'react'
import { describeProblem } from '../../../api/problem.ts'
import type { TotpEnabled } from '../../../api/wire/auth.ts'
import { FormErrors } from '../../../shared/form/FormErrors.tsx'
import { SubmitRow } from '../../../shared/form/SubmitRow.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import QrCode from '../../../shared/QrCode.tsx'
import { factor as texts } from '../../../shared/texts/security.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { ErrorNote } from '../../../ui/Note.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { checkSecondFactor } from '../signIn/authChecks.ts'
import { CodeField } from '../signIn/CodeStep.tsx'
import { RecoveryCodeList } from './RecoveryCodeList.tsx'
import { type Proof, useBeginTotpMutation, useConfirmTotpMutation } from './securityApi.ts'

type Props = { proof: Proof; onDone: (answer: TotpEnabled) => void; onCancel: () => void }

export default function TotpSetUp({ proof, onDone, onCancel }: Props) {
  const [begin, { data, error }] = useBeginTotpMutation()
  const [enabled, setEnabled] = useState<TotpEnabled | null>(null)
  const hasBegun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second request makes a new secret.
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void begin(proof)
  }, [])
  if (enabled)
    return <RecoveryCodeList codes={enabled.recovery_codes} onDone={() => onDone(enabled)} />
  if (error)
    return <ErrorNote title={describeProblem(error, texts.failed)} onRetry={() => begin(proof)} />
  if (!data)
    return (
      <Loading>
        <Skeleton height="20rem" />
      </Loading>
    )
  return <Secret proof={proof} setUp={data} onEnabled={setEnabled} onCancel={onCancel} />
}

type SecretProps = {
  proof: Proof
  setUp: { secret: string; otpauth_url: string }
  onEnabled: (answer: TotpEnabled) => void
  onCancel: () => void
}

function Secret({ proof, setUp, onEnabled, onCancel }: SecretProps) {
  const [confirm] = useConfirmTotpMutation()
  const form = useForm({
    unsent: 'brief',
    initial: { code: '' },
    check: checkSecondFactor,
    send: async (typed) => {
      const answer = await confirm({ proof, code: typed.code.trim() })
      if (answer.data) onEnabled(answer.data)
      return answer
    },
  })
  return (
    <form className="auth-form" {...form.props}>
      <p>{texts.scan}</p>
      <div className="auth-secret">
        <QrCode text={setUp.otpauth_url} label={texts.picture} />
        <div className="stack-8">
          <p className="s ink2">{texts.byHand}</p>
          <p className="code">{setUp.secret.match(/.{1,4}/g)?.join(' ')}</p>
          <CopyButton text={setUp.secret} label={texts.copySecret} />
        </div>
      </div>
      <FormErrors form={form} fallback={texts.failed} />
      <CodeField label={texts.firstCode} {...form.field('code')} />
      <SubmitRow form={form} label={texts.switchOn} pendingLabel={texts.checking}>
        <Button variant="text" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </SubmitRow>
    </form>
  )
}
