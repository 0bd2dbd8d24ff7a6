import { useState } from 'react'
import { FormErrors } from '../../shared/form/FormErrors.tsx'
import { SubmitRow } from '../../shared/form/SubmitRow.tsx'
import { useForm } from '../../shared/form/useForm.ts'
import { auth } from '../../shared/texts/auth.ts'
import { security } from '../../shared/texts/security.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { checkChange } from './authChecks.ts'
import { SecurityPart } from './SecurityPart.tsx'
import { useChangePasswordMutation } from './securityApi.ts'

export function PasswordForm() {
  const [round, setRound] = useState(0)
  return (
    <SecurityPart title={security.password} note={security.passwordNote}>
      {round > 0 && <p role="status">{security.changed}</p>}
      {/* After a successful change the fields are empty. */}
      <Fields key={round} onChanged={() => setRound(round + 1)} />
    </SecurityPart>
  )
}

function Fields({ onChanged }: { onChanged: () => void }) {
  const [change] = useChangePasswordMutation()
  const empty = { current_password: '', new_password: '' }
  const form = useForm({
    initial: empty,
    check: checkChange,
    send: async (typed) => {
      const answer = await change({
        current_password: typed.current_password,
        new_password: typed.new_password,
      })
      if (answer.data) onChanged()
      return answer
    },
  })
  return (
    <form className="auth-form sec-form" {...form.props}>
      <FormErrors form={form} fallback={security.failed} />
      <PasswordField label={security.currentPassword} {...form.field('current_password')} />
      <PasswordField
        label={security.newPassword}
        autoComplete="new-password"
        hint={auth.passwordHint}
        {...form.field('new_password')}
      />
      <SubmitRow
        form={form}
        label={security.change}
        pendingLabel={security.changing}
        variant="line"
      />
    </form>
  )
}
