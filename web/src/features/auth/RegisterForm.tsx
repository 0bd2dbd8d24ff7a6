import { Link } from 'react-router'
import { pages } from '../../app/paths.ts'
import { auth } from '../../app/texts/auth.ts'
import { phoneNumber } from '../../lib/phone'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { PasswordField } from '../../ui/PasswordField'
import { PhoneField } from '../../ui/PhoneField'
import { TextField } from '../../ui/TextField'
import { useRegisterMutation } from './authApi.ts'
import { registrationChecks } from './authChecks.ts'
import { BotCheckField } from './BotCheckField.tsx'
import { FormErrors } from './FormErrors.tsx'
import type { BotCheck } from './useBotCheck.ts'
import { useEmailCheck } from './useEmailCheck.ts'
import { useForm } from './useForm.ts'

const empty = { first_name: '', last_name: '', phone: '', password: '', confirmPassword: '' }

type Props = {
  email: string
  onEmail: (email: string) => void
  check: BotCheck
  onRegistered: (email: string) => void
}

function useRegistration({ email, check, onRegistered }: Props) {
  const [register, { isLoading }] = useRegisterMutation()
  const form = useForm(registrationChecks, { ...empty, email }, async (typed) => {
    if (check.refusal) return check.refusal
    const address = String(typed.email).trim()
    const answer = await register({
      email: address,
      password: String(typed.password),
      first_name: String(typed.first_name).trim(),
      last_name: String(typed.last_name).trim(),
      phone: phoneNumber(String(typed.phone)) ?? undefined,
      is_adult: true,
      accept_terms: true,
      accept_privacy: true,
      accept_marketing: typed.accept_marketing === true,
      turnstileToken: check.token,
    })
    check.renew()
    if (answer.data) onRegistered(address)
    return answer.error
  })
  return { form, isLoading }
}

export function RegisterForm(props: Props) {
  const { form, isLoading } = useRegistration(props)
  const { typed, field, tick } = form
  const verdict = useEmailCheck(String(typed.email))
  const corrected = verdict?.correctedEmail
  const address = field('email')
  const differs = Boolean(typed.confirmPassword) && typed.confirmPassword !== typed.password
  function setEmail(value: string) {
    form.set('email', value)
    props.onEmail(value)
  }
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <FormErrors {...form} check={props.check} otherwise={auth.registerFailed} />
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
        {...address}
        onChange={(event) => setEmail(event.target.value)}
        error={address.error ?? (verdict && !verdict.isValid ? verdict.message : undefined)}
        hint={verdict?.warning ?? (verdict?.isValid ? verdict.message : undefined)}
        unit={
          corrected && (
            <Button variant="text" small onClick={() => setEmail(corrected)}>
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
          error={differs ? auth.mismatch : field('confirmPassword').error}
        />
      </div>
      <Consents tick={tick} />
      <BotCheckField check={props.check} />
      <Button
        type="submit"
        wide
        className="auth-submit"
        disabled={differs}
        pendingLabel={isLoading && auth.signingUp}
      >
        {auth.signUp}
      </Button>
    </form>
  )
}

function Consents({ tick }: { tick: ReturnType<typeof useForm>['tick'] }) {
  return (
    <fieldset className="auth-consents">
      <legend className="sr">{auth.register}</legend>
      <Checkbox required label={auth.adult} {...tick('is_adult')} />
      <Checkbox required label={auth.terms} {...tick('accept_terms')}>
        {' '}
        <Link to={pages.terms} target="_blank">
          {auth.readTerms}
        </Link>
      </Checkbox>
      <Checkbox required label={auth.privacy} {...tick('accept_privacy')}>
        {' '}
        <Link to={pages.privacy} target="_blank">
          {auth.readPrivacy}
        </Link>
      </Checkbox>
      <Checkbox label={auth.marketing} {...tick('accept_marketing')} />
    </fieldset>
  )
}
