import { Link } from 'react-router'
import { normalizePhone } from '../../../lib/phone.ts'
import { FormErrors } from '../../../shared/form/FormErrors.tsx'
import type { Form } from '../../../shared/form/useForm.ts'
import { emailValidationDebounce } from '../../../shared/limits.ts'
import { pages } from '../../../shared/paths.ts'
import { auth } from '../../../shared/texts/auth.ts'
import { useDebouncedValue } from '../../../shared/useDebouncedValue.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { PhoneField } from '../../../ui/PhoneField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { BotCheckField } from '../botCheck/BotCheckField.tsx'
import { type BotCheck, useCheckedForm } from '../botCheck/useBotCheck.ts'
import { useCheckEmailQuery, useRegisterMutation } from './authApi.ts'
import { blankRegistration, checkRegistration } from './authChecks.ts'

type Props = {
  email: string
  onEmail: (email: string) => void
  check: BotCheck
  onRegistered: (typed: { email: string; password: string }) => void
}

function useRegistration({ email, check, onEmail, onRegistered }: Props) {
  const [register] = useRegisterMutation()
  return useCheckedForm(check, {
    initial: { ...blankRegistration, email },
    check: checkRegistration,
    onChange: (changed) => changed.email !== undefined && onEmail(changed.email),
    send: async (typed) => {
      const address = typed.email.trim()
      const answer = await register({
        email: address,
        password: typed.password,
        first_name: typed.first_name.trim(),
        last_name: typed.last_name.trim(),
        phone: normalizePhone(typed.phone) ?? undefined,
        is_adult: true,
        accept_terms: true,
        accept_privacy: true,
        accept_marketing: typed.accept_marketing,
        turnstileToken: check.token,
      })
      if (answer.data) onRegistered({ email: address, password: typed.password })
      return answer
    },
  })
}

export function RegisterForm(props: Props) {
  const form = useRegistration(props)
  const { values, field } = form
  const emailCheck = useEmailCheck(values.email)
  const correctedEmail = emailCheck?.correctedEmail
  const emailField = field('email')
  const passwordsDiffer =
    values.confirmPassword !== '' && values.confirmPassword !== values.password
  return (
    <form className="auth-form" {...form.props}>
      <FormErrors form={form} fallback={auth.registerFailed} />
      <div className="ui-fields ui-fields-two">
        <TextField
          label={auth.firstName}
          required
          autoComplete="given-name"
          maxLength={100}
          {...field('first_name')}
        />
        <TextField
          label={auth.lastName}
          required
          autoComplete="family-name"
          maxLength={100}
          {...field('last_name')}
        />
      </div>
      <TextField
        label={auth.email}
        required
        type="email"
        autoComplete="email"
        inputMode="email"
        {...emailField}
        error={
          emailField.error ?? (emailCheck && !emailCheck.isValid ? emailCheck.message : undefined)
        }
        // The hint is there from the start, so that the answer of the check moves nothing under the pointer.
        hint={emailCheck?.warning ?? (emailCheck?.isValid ? emailCheck.message : auth.emailHint)}
        unit={
          correctedEmail && (
            <Button variant="text" small onClick={() => form.change({ email: correctedEmail })}>
              {auth.fix}
            </Button>
          )
        }
      />
      <PhoneField label={auth.phone} {...field('phone')} />
      <div className="ui-fields ui-fields-two">
        <PasswordField
          label={auth.password}
          required
          autoComplete="new-password"
          hint={auth.passwordHint}
          {...field('password')}
        />
        <PasswordField
          label={auth.repeat}
          required
          autoComplete="new-password"
          {...field('confirmPassword')}
          error={passwordsDiffer ? auth.mismatch : field('confirmPassword').error}
        />
      </div>
      <Consents form={form} />
      <BotCheckField check={props.check} />
      <Button
        type="submit"
        wide
        className="auth-submit"
        disabled={passwordsDiffer}
        pendingLabel={form.isSending && auth.signingUp}
      >
        {auth.signUp}
      </Button>
    </form>
  )
}

function Consents({ form }: { form: Form<typeof blankRegistration> }) {
  return (
    <fieldset className="stack-12">
      <legend className="sr">{auth.register}</legend>
      <Checkbox required label={auth.adult} {...form.box('is_adult')} />
      <Checkbox required label={auth.terms} {...form.box('accept_terms')}>
        {' '}
        <Link to={pages.terms} target="_blank">
          {auth.readTerms}
        </Link>
      </Checkbox>
      <Checkbox required label={auth.privacy} {...form.box('accept_privacy')}>
        {' '}
        <Link to={pages.privacy} target="_blank">
          {auth.readPrivacy}
        </Link>
      </Checkbox>
      <Checkbox label={auth.marketing} {...form.box('accept_marketing')} />
    </fieldset>
  )
}

/**
 * The server's check of an email, half a second after the last key, if the text contains an @.
 */
function useEmailCheck(email: string) {
  const typed = email.trim()
  const settled = useDebouncedValue(typed, emailValidationDebounce)
  const skip = settled !== typed || !settled.includes('@')
  return useCheckEmailQuery(settled, { skip }).currentData
}
