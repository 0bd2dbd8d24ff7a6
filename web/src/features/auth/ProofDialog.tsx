import { useState } from 'react'
import { FormErrors } from '../../shared/form/FormErrors.tsx'
import { SubmitRow } from '../../shared/form/SubmitRow.tsx'
import { useForm } from '../../shared/form/useForm.ts'
import { proof as texts } from '../../shared/texts/security.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { RadioSegments } from '../../ui/RadioSegments.tsx'
import { checkCode, checkPassword } from './authChecks.ts'
import { CodeField } from './CodeStep.tsx'
import { Resend } from './Resend.tsx'
import { useConfirmOneselfMutation, useMailConfirmCodeMutation } from './securityApi.ts'

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
  const [confirm] = useConfirmOneselfMutation()
  return async (by: { password: string } | { code: string }) => {
    const answer = await confirm(by)
    if (answer.data) onProved(answer.data.confirmation, answer.data.expires_in)
    return answer
  }
}

function ByPassword({ onProved }: Way) {
  const prove = useConfirming(onProved)
  const form = useForm({
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

function ByCode({ onProved }: Way) {
  const [mail] = useMailConfirmCodeMutation()
  const prove = useConfirming(onProved)
  const [isSent, setSent] = useState(false)
  const form = useForm({
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
