import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { selectUser } from '../../api/sessionSlice.ts'
import { useAppSelector } from '../../app/hooks.ts'
import { formatDayAndTime } from '../../lib/dates.ts'
import { recordEngagement } from '../../shared/engagement.ts'
import { FormErrors } from '../../shared/form/FormErrors.tsx'
import { SubmitRow } from '../../shared/form/SubmitRow.tsx'
import { type Form, useForm } from '../../shared/form/useForm.ts'
import { pages } from '../../shared/paths.ts'
import { contactForm as texts } from '../../shared/texts/contactForm.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { PhoneField } from '../../ui/PhoneField.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import {
  checkMessage,
  emptyMessage,
  fillIn,
  type MessageValues,
  toContactCreate,
} from './contactMessage.ts'
import { useSendContactMessageMutation } from './contactsApi.ts'

function useContactForm() {
  const [sendMessage, { data: answer }] = useSendContactMessageMutation()
  const openedAt = useRef(0)
  useEffect(() => {
    openedAt.current = performance.now()
  }, [])
  const form = useForm({
    id: 'contact',
    initial: emptyMessage,
    check: checkMessage,
    isEmptiedWhenSent: true,
    draftKey: 'contact_draft',
    send: async (values) => {
      const filledInMs = Math.round(performance.now() - openedAt.current)
      const result = await sendMessage(toContactCreate(values, filledInMs))
      if (result.data) {
        recordEngagement()
        openedAt.current = performance.now()
      }
      return result
    },
  })
  useKnownSender(form)
  return { form, answer }
}

/** Fills in the signed-in user and the order or document named in the URL. Typed values stay. */
function useKnownSender(form: Form<MessageValues>) {
  const user = useAppSelector(selectUser)
  const about = new URLSearchParams(useLocation().search)
  const order = about.get('order')
  const document = about.get('document')
  const { values, fill } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a user and a subject, not after each key.
  useEffect(() => {
    const known = fillIn(values, user, order, document)
    fill(known)
  }, [user, order, document])
}

export default function ContactForm() {
  const { form, answer } = useContactForm()
  const status = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (form.isJustSent) bringIntoSight(status.current)
  }, [form.isJustSent])
  return (
    <div>
      <div ref={status} role="status">
        {form.isJustSent && <p className="success h3">{texts.sent}</p>}
        {answer && (
          <p className="s ink2 contacts-reference">
            {texts.reference(answer.reference, formatDayAndTime(answer.reply_by))}
          </p>
        )}
      </div>
      {!form.isJustSent && <Fields form={form} />}
    </div>
  )
}

/**
 * The fields are removed after sending. On a phone they are higher than the window, so the confirmation above them
 * would be out of sight of the pressed button.
 */
function bringIntoSight(element: HTMLElement | null) {
  if (!element) return
  const { top, bottom } = element.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight)
    element.scrollIntoView?.({ block: 'center', behavior: 'instant' })
}

function Fields({ form }: { form: Form<MessageValues> }) {
  const { field } = form
  return (
    <form aria-label={texts.name} className="ui-fields" {...form.props}>
      <FormErrors form={form} fallback={texts.failed} />
      <div className="ui-fields-two ui-fields-stack">
        <TextField
          label={texts.fields.name}
          autoComplete="name"
          maxLength={100}
          required
          {...field('name')}
        />
        <PhoneField label={texts.fields.phone} required {...field('phone')} />
        <TextField
          label={texts.fields.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          placeholder="name@example.com"
          required
          {...field('email')}
        />
        <Select
          label={texts.fields.subject}
          options={texts.subjects}
          placeholder={texts.subjectNone}
          className="only-d"
          {...field('subject')}
        />
      </div>
      <TextArea
        label={texts.fields.message}
        rows={5}
        required
        placeholder={texts.messageHint}
        {...field('message')}
      />
      <div className="contacts-trap" aria-hidden="true">
        <label htmlFor="contact-website">{texts.website}</label>
        <input
          {...toHoneypotProps(field('website'))}
          type="text"
          tabIndex={-1}
          autoComplete="off"
        />
      </div>
      <Checkbox label={texts.consent} required {...form.box('consent')}>
        <span className="s ink2 contacts-policy">
          {texts.policyBefore} <Link to={pages.privacy}>{texts.policy}</Link>
        </span>
      </Checkbox>
      <SubmitRow form={form} label={texts.send} pendingLabel={texts.sending} />
    </form>
  )
}

function toHoneypotProps({
  error: _error,
  ...input
}: {
  error?: string
  id: string
  name: string
}) {
  return input
}
