import { Link } from 'react-router'
import { pages } from '../../app/paths.ts'
import { problemText } from '../../app/problem.ts'
import { contactForm as texts } from '../../app/texts/contactForm.ts'
import { dayAndTime } from '../../lib/dates'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { FormSummary } from '../../ui/FormSummary'
import { PhoneField } from '../../ui/PhoneField'
import { Select } from '../../ui/Select'
import { TextArea } from '../../ui/TextArea'
import { TextField } from '../../ui/TextField'
import { useContactForm } from './useContactForm.ts'

export function ContactForm() {
  const form = useContactForm()
  const { answer } = form
  return (
    <div>
      <div role="status">
        {form.isThanking && <p className="contacts-thanks h3">{texts.sent}</p>}
        {answer && (
          <p className="s ink2 contacts-reference">
            {texts.reference(answer.reference, dayAndTime(answer.reply_by))}
          </p>
        )}
      </div>
      {!form.isThanking && <Fields form={form} />}
    </div>
  )
}

function Fields({ form }: { form: ReturnType<typeof useContactForm> }) {
  const { field, consent, listed, attempt, submit, isLoading, error } = form
  return (
    <form aria-label={texts.name} className="contacts-form" noValidate onSubmit={submit}>
      {attempt > 0 && <FormSummary problems={listed} attempt={attempt} />}
      {error && listed.length === 0 && (
        <p role="alert" className="contacts-failure">
          {problemText(error, texts.failed)}
        </p>
      )}
      <div className="contacts-two">
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
        <input {...trap(field('website'))} type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <Checkbox label={texts.consent} required {...consent}>
        <span className="s ink2 contacts-policy">
          {texts.policyBefore} <Link to={pages.privacy}>{texts.policy}</Link>
        </span>
      </Checkbox>
      <div className="btns">
        <Button type="submit" wide pendingLabel={isLoading && texts.sending}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}

function trap({ error: _error, ...input }: { error?: string; id: string; name: string }) {
  return input
}
