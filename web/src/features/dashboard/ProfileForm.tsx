import type { User } from '../../app/sessionEvents.ts'
import { profile as texts } from '../../app/texts/profile.ts'
import { Button } from '../../ui/Button'
import { FormSummary } from '../../ui/FormSummary'
import { PhoneField } from '../../ui/PhoneField'
import { TextField } from '../../ui/TextField'
import { DeedFailure } from './Answer.tsx'
import { useProfileForm } from './useProfileForm.ts'

const nameLength = 100

export function ProfileForm({ user }: { user: User }) {
  const form = useProfileForm(user)
  const { field, listed } = form
  return (
    <form
      key={form.saved}
      aria-label={texts.form}
      className="ui-fields db-form"
      noValidate
      onSubmit={form.submit}
    >
      {form.attempt > 0 && <FormSummary problems={listed} attempt={form.attempt} />}
      {listed.length === 0 && <DeedFailure error={form.error} otherwise={texts.failed} />}
      <div className="ui-fields-two ui-fields-stack">
        <TextField
          {...field('first_name')}
          autoComplete="given-name"
          maxLength={nameLength}
          required
        />
        <TextField
          {...field('last_name')}
          autoComplete="family-name"
          maxLength={nameLength}
          required
        />
      </div>
      <div className="ui-fields-two ui-fields-stack">
        <PhoneField {...field('phone')} />
        <TextField
          label={texts.fields.email}
          hint={texts.emailHint}
          type="email"
          value={user.email}
          readOnly
        />
      </div>
      <div className="btns">
        <Button type="submit" look="line" sending={form.isLoading && texts.saving}>
          {texts.save}
        </Button>
        <span role="status" className="s">
          {form.isThanking && texts.saved}
        </span>
      </div>
    </form>
  )
}
