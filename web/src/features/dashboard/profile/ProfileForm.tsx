import { customerChanged, type User } from '../../../api/sessionActions.ts'
import { useAppDispatch } from '../../../app/hooks.ts'
import { formatPhone, normalizePhone } from '../../../lib/phone.ts'
import { checkFields, phone, required } from '../../../shared/form/checks.ts'
import { FormErrors } from '../../../shared/form/FormErrors.tsx'
import { SubmitRow } from '../../../shared/form/SubmitRow.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { profile as texts } from '../../../shared/texts/profile.ts'
import { PhoneField } from '../../../ui/PhoneField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useChangeProfileMutation } from './profileApi.ts'

const maxNameLength = 100

type ProfileValues = { first_name: string; last_name: string; phone: string }

const check = checkFields<ProfileValues>({
  first_name: required(texts.missing.first_name),
  last_name: required(texts.missing.last_name),
  phone: phone({ wrong: texts.missing.phone }),
})

function useProfileForm(user: User) {
  const dispatch = useAppDispatch()
  const [changeProfile] = useChangeProfileMutation()
  const { first_name, last_name } = user
  return useForm<ProfileValues>({
    id: 'profile',
    initial: { first_name, last_name, phone: formatPhone(user.phone ?? '') },
    check,
    send: async (values) => {
      const answer = await changeProfile({
        first_name: values.first_name.trim(),
        last_name: values.last_name.trim(),
        phone: normalizePhone(values.phone),
      })
      if (answer.data) dispatch(customerChanged(answer.data.user))
      return answer
    },
  })
}

export function ProfileForm({ user }: { user: User }) {
  const form = useProfileForm(user)
  const { field } = form
  return (
    <form aria-label={texts.form} className="ui-fields" {...form.props}>
      <FormErrors form={form} fallback={texts.failed} />
      <div className="ui-fields-two ui-fields-stack">
        <TextField
          label={texts.fields.first_name}
          {...field('first_name')}
          autoComplete="given-name"
          maxLength={maxNameLength}
          required
        />
        <TextField
          label={texts.fields.last_name}
          {...field('last_name')}
          autoComplete="family-name"
          maxLength={maxNameLength}
          required
        />
      </div>
      <div className="ui-fields-two ui-fields-stack">
        <PhoneField label={texts.fields.phone} {...field('phone')} />
        <TextField
          label={texts.fields.email}
          hint={texts.emailHint}
          type="email"
          value={user.email}
          readOnly
        />
      </div>
      <SubmitRow form={form} label={texts.save} pendingLabel={texts.saving} variant="line">
        <span role="status" className="s">
          {form.isJustSent && form.isSaved && texts.saved}
        </span>
      </SubmitRow>
    </form>
  )
}
