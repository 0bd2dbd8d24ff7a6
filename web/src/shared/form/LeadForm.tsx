import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useSendRequestMutation } from '../../api/requests.ts'
import { selectUser } from '../../api/sessionSlice.ts'
import type { RequestCreate } from '../../api/wire/content.ts'
import { useAppSelector } from '../../app/hooks.ts'
import { normalizePhone } from '../../lib/phone.ts'
import { lazyWithRetry } from '../../platform/lazyWithRetry.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { PhoneField } from '../../ui/PhoneField.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { recordEngagement } from '../engagement.ts'
import { pages } from '../paths.ts'
import { leadForm as texts } from '../texts/leadForm.ts'
import { checked, checkFields, email, phone, required } from './checks.ts'
import { FormErrors } from './FormErrors.tsx'
import { SubmitRow } from './SubmitRow.tsx'
import { useForm } from './useForm.ts'

const AttachedCalculation = lazyWithRetry(() => import('./AttachedCalculation.tsx'))

const blank = { name: '', phone: '', email: '', message: '', consent: false }

const check = checkFields<typeof blank>({
  name: required(texts.missing.name),
  phone: phone({ missing: texts.missing.phone, wrong: texts.missing.phoneShort }),
  email: email({ wrong: texts.missing.email }),
  consent: checked(texts.missing.consent),
})

type Props = {
  /** The accessible name of the form. */
  label: string
  /** Prefix of the ids of its fields. */
  id: string
  messageHint: string
  messageRows: number
  /** The subject of the request. */
  about: Pick<RequestCreate, 'kind' | 'car_id' | 'calculation_id'>
  onDetachCalculation?: () => void
}

/**
 * A callback request of any visitor: name, phone, message and consent. A guest may add an email address: a later
 * account with this address gets the request.
 */
export function LeadForm(props: Props) {
  const { label, id, messageHint, messageRows, about, onDetachCalculation } = props
  const [sendRequest] = useSendRequestMutation()
  const [reference, setReference] = useState('')
  const user = useAppSelector(selectUser)
  const form = useForm({
    id,
    initial: blank,
    check,
    isEmptiedWhenSent: true,
    draftKey: `lead_draft ${about.car_id ?? about.calculation_id ?? id}`,
    send: async (values) => {
      const answer = await sendRequest({
        ...about,
        name: values.name.trim(),
        phone: normalizePhone(values.phone) ?? '',
        email: values.email.trim() || undefined,
        message: values.message.trim() || undefined,
        consent: true,
      })
      if (answer.data) {
        recordEngagement()
        setReference(answer.data.reference)
      }
      return answer
    },
  })
  const { fill } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a user, not after each key.
  useEffect(() => {
    if (user) fill({ name: user.first_name, phone: user.phone ?? '' })
  }, [user])
  return (
    <form aria-label={label} className="ui-fields" {...form.props}>
      <FormErrors form={form} fallback={texts.failed} />
      <div className="ui-fields-two ui-fields-stack">
        <TextField
          label={texts.name}
          autoComplete="given-name"
          maxLength={100}
          {...form.field('name')}
        />
        <PhoneField label={texts.phone} {...form.field('phone')} />
      </div>
      {!user && (
        <TextField
          label={texts.email}
          hint={texts.emailHint}
          type="email"
          autoComplete="email"
          maxLength={254}
          {...form.field('email')}
        />
      )}
      <TextArea
        label={texts.message}
        rows={messageRows}
        maxLength={5000}
        placeholder={messageHint}
        {...form.field('message')}
      />
      {about.calculation_id && onDetachCalculation && (
        <Suspense>
          <AttachedCalculation id={about.calculation_id} onDetach={onDetachCalculation} />
        </Suspense>
      )}
      <Checkbox label={texts.consent} {...form.box('consent')}>
        {' '}
        <Link to={pages.privacy}>{texts.policy}</Link>
      </Checkbox>
      <SubmitRow form={form} label={texts.send} pendingLabel={texts.sending}>
        <p role="status" className="success s">
          {form.isSaved && texts.sent(reference)}
        </p>
      </SubmitRow>
    </form>
  )
}
