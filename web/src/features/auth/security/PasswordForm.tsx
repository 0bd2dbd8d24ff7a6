import { useState } from 'react'
import { customerChanged } from '../../../api/sessionActions.ts'
import { selectUser } from '../../../api/sessionSlice.ts'
import { useAppDispatch, useAppSelector } from '../../../app/hooks.ts'
import { FormErrors } from '../../../shared/form/FormErrors.tsx'
import { SubmitRow } from '../../../shared/form/SubmitRow.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { auth } from '../../../shared/texts/auth.ts'
import { firstPassword, security } from '../../../shared/texts/security.ts'
import { Note } from '../../../ui/Note.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { describeDeadline } from '../firstPassword.ts'
import { checkChange } from '../signIn/authChecks.ts'
import { SecurityPart } from './SecurityPart.tsx'
import { useChangePasswordMutation } from './securityApi.ts'

export function PasswordForm() {
  const [changeCount, setChangeCount] = useState(0)
  const user = useAppSelector(selectUser)
  const dispatch = useAppDispatch()
  const until = user?.first_password_until
  function finish() {
    setChangeCount(changeCount + 1)
    if (user && until) dispatch(customerChanged({ ...user, first_password_until: null }))
  }
  return (
    <SecurityPart title={security.password} note={security.passwordNote}>
      {until && (
        <Note tone="warn" title={firstPassword.title}>
          {describeDeadline(until)}
        </Note>
      )}
      {changeCount > 0 && <p role="status">{security.changed}</p>}
      {/* The new key clears the fields after a successful change. */}
      <PasswordFields key={changeCount} onChanged={finish} />
    </SecurityPart>
  )
}

function PasswordFields({ onChanged }: { onChanged: () => void }) {
  const [change] = useChangePasswordMutation()
  const empty = { current_password: '', new_password: '' }
  const form = useForm({
    unsent: 'brief',
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
