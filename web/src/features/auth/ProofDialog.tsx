import { useState } from 'react'
import { verificationCode } from '../../app/limits.ts'
import { code as codeTexts } from '../../app/texts/auth.ts'
import { proof as texts } from '../../app/texts/security.ts'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { PasswordField } from '../../ui/PasswordField'
import { RadioSegments } from '../../ui/RadioSegments'
import { TextField } from '../../ui/TextField'
import { codeChecks, passwordChecks } from './authChecks.ts'
import { FormErrors } from './FormErrors.tsx'
import { Resend } from './Resend.tsx'
import { useConfirmOneselfMutation, useMailConfirmCodeMutation } from './securityApi.ts'
import { useForm } from './useForm.ts'

type Props = { onProved: (confirmation: string, seconds: number) => void; onClose: () => void }

export function ProofDialog({ onProved, onClose }: Props) {
  const [way, setWay] = useState('password')
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
        <RadioSegments
          label={texts.way}
          options={[
            { value: 'password', label: texts.byPassword },
            { value: 'code', label: texts.byCode },
          ]}
          value={way}
          onChange={(event) => setWay(event.target.value)}
        />
        {way === 'password' ? <ByPassword onProved={onProved} /> : <ByCode onProved={onProved} />}
      </div>
    </Dialog>
  )
}

type Way = Pick<Props, 'onProved'>

function useConfirming(onProved: Props['onProved']) {
  const [confirm, { isLoading }] = useConfirmOneselfMutation()
  async function prove(by: { password: string } | { code: string }) {
    const answer = await confirm(by)
    if (answer.data) onProved(answer.data.confirmation, answer.data.expires_in)
    return answer.error
  }
  return { prove, isLoading }
}

function ByPassword({ onProved }: Way) {
  const { prove, isLoading } = useConfirming(onProved)
  const form = useForm(passwordChecks, { password: '' }, (typed) =>
    prove({ password: String(typed.password) }),
  )
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <FormErrors {...form} otherwise={texts.failed} />
      <PasswordField label={texts.password} {...form.field('password')} />
      <div className="btns">
        <Button type="submit" pendingLabel={isLoading && texts.checking}>
          {texts.confirm}
        </Button>
      </div>
    </form>
  )
}

function ByCode({ onProved }: Way) {
  const [mail, mailing] = useMailConfirmCodeMutation()
  const { prove, isLoading } = useConfirming(onProved)
  const [isSent, setSent] = useState(false)
  const form = useForm(isSent ? codeChecks : {}, { code: '' }, async (typed) => {
    if (isSent) return prove({ code: String(typed.code).trim() })
    const answer = await mail()
    if (answer.data) setSent(true)
    return answer.error
  })
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <p>{isSent ? texts.sent : texts.willSend}</p>
      <FormErrors {...form} otherwise={texts.failed} />
      {isSent && (
        <TextField
          label={codeTexts.field}
          className="auth-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={verificationCode.length}
          {...form.field('code')}
        />
      )}
      <div className="btns">
        <Button type="submit" pendingLabel={(isLoading || mailing.isLoading) && texts.checking}>
          {isSent ? texts.confirm : texts.send}
        </Button>
      </div>
      {isSent && <Resend send={() => mail()} />}
    </form>
  )
}
