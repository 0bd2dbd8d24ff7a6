import { useState } from 'react'
import { auth } from '../../app/texts/auth.ts'
import { security } from '../../app/texts/security.ts'
import { Button } from '../../ui/Button'
import { PasswordField } from '../../ui/PasswordField'
import { changeChecks } from './authChecks.ts'
import { FormErrors } from './FormErrors.tsx'
import { SecurityPart } from './SecurityPart.tsx'
import { useChangePasswordMutation } from './securityApi.ts'
import { useForm } from './useForm.ts'

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
  const [change, { isLoading }] = useChangePasswordMutation()
  const empty = { current_password: '', new_password: '' }
  const form = useForm(changeChecks, empty, async (typed) => {
    const answer = await change({
      current_password: String(typed.current_password),
      new_password: String(typed.new_password),
    })
    if (answer.data) onChanged()
    return answer.error
  })
  return (
    <form className="auth-form sec-form" noValidate onSubmit={form.submit}>
      <FormErrors {...form} otherwise={security.failed} />
      <PasswordField label={security.currentPassword} {...form.field('current_password')} />
      <PasswordField
        label={security.newPassword}
        autoComplete="new-password"
        hint={auth.passwordHint}
        {...form.field('new_password')}
      />
      <div className="btns">
        <Button type="submit" variant="line" pendingLabel={isLoading && security.changing}>
          {security.change}
        </Button>
      </div>
    </form>
  )
}
