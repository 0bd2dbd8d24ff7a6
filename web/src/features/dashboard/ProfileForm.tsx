import type { User } from '../../app/sessionEvents.ts'
import { profile as texts } from '../../app/texts/profile.ts'
import { Button } from '../../ui/Button'
import { FormSummary } from '../../ui/FormSummary'
import { PhoneField } from '../../ui/PhoneField'
import { TextField } from '../../ui/TextField'
import { ActionError } from './QueryView.tsx'
import { useProfileForm } from './useProfileForm.ts'

const nameLength = 100

export function ProfileForm({ user }: { user: User }) {
  const form = useProfileForm(user)
  const { fieldProps, summary } = form
  return (
    <form
      key={form.savedCount}
      aria-label={texts.form}
      className="ui-fields db-form"
      noValidate
      onSubmit={form.submit}
    >
      {form.attempt > 0 && <FormSummary problems={summary} attempt={form.attempt} />}
      {summary.length === 0 && <ActionError error={form.error} fallback={texts.failed} />}
      <div className="ui-fields-two ui-fields-stack">
        <TextField
          {...fieldProps('first_name')}
          autoComplete="given-name"
          maxLength={nameLength}
          required
        />
        <TextField
          {...fieldProps('last_name')}
          autoComplete="family-name"
          maxLength={nameLength}
          required
        />
      </div>
      <div className="ui-fields-two ui-fields-stack">
        <PhoneField {...fieldProps('phone')} />
        <TextField
          label={texts.fields.email}
          hint={texts.emailHint}
          type="email"
          value={user.email}
          readOnly
        />
      </div>
      <div className="btns">
        <Button type="submit" variant="line" pendingLabel={form.isLoading && texts.saving}>
          {texts.save}
        </Button>
        <span role="status" className="s">
          {form.isSavedShown && texts.saved}
        </span>
      </div>
    </form>
  )
}
