import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'
import { ActionError } from './ActionError.tsx'
import { checkFields, email } from './form/checks.ts'
import { useForm } from './form/useForm.ts'
import { pages } from './paths.ts'
import './SubscribeForm.css'
import { subscription as texts } from './texts/subscription.ts'

type Props = {
  /** Prefix of the field's id. */
  id: string
  name: string
  label: string
  subscribe: (email: string) => Promise<{ error?: unknown }>
  state: { data?: { message?: string }; reset: () => void }
  /** What the address subscribes to, above the field. */
  choice?: ReactNode
  children?: ReactNode
}

const check = checkFields<{ email: string }>({
  email: email({ missing: texts.missing, wrong: texts.wrong }),
})

/** A subscription form for one email address; the server sends a confirmation link. */
export function SubscribeForm(props: Props) {
  const { id, name, label, subscribe, state, choice, children } = props
  const { data, reset } = state
  const form = useForm({
    id,
    initial: { email: '' },
    check,
    isEmptiedWhenSent: true,
    unsent: 'brief',
    focusesField: true,
    onChange: () => data && reset(),
    send: (values) => subscribe(values.email.trim()),
  })
  return (
    <form aria-label={name} className="stack-12" {...form.props}>
      {choice}
      <div className="subscribe-row">
        <TextField
          label={label}
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder="name@example.com"
          maxLength={254}
          {...form.field('email')}
        />
        <Button type="submit" wide pendingLabel={form.isSending && texts.sending}>
          {texts.send}
        </Button>
      </div>
      <ActionError className="s" error={form.failure} fallback={texts.failed} />
      <p role="status" className="success subscribe-sent s">
        {data && (data.message ?? texts.sent)}
      </p>
      <p className="xs mute">
        {texts.consentBefore} <Link to={pages.privacy}>{texts.policy}</Link>.
      </p>
      {children}
    </form>
  )
}
