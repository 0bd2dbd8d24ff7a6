import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../ui/Button'
import { TextField } from '../ui/TextField'
import { pages } from './paths.ts'
import { problemText } from './problem.ts'
import './SubscribeForm.css'
import { subscription as texts } from './texts/subscription.ts'
import { useSingleFlight } from './useSingleFlight.ts'

type Props = {
  id: string
  name: string
  label: string
  subscribe: (email: string) => Promise<{ data?: unknown }>
  state: {
    isLoading: boolean
    data?: { message?: string }
    error?: unknown
    reset: () => void
  }
  children?: ReactNode
}

function problemOf(email: string): string | null {
  if (!email.trim()) return texts.missing
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : texts.wrong
}

/** A subscription form for one email address; the server sends a confirmation link. */
export function SubscribeForm({ id, name, label, subscribe, state, children }: Props) {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { isLoading, data, error, reset } = state

  const send = useSingleFlight(async () => {
    const found = problemOf(email)
    setProblem(found)
    if (found) {
      document.getElementById(id)?.focus()
      return
    }
    const answer = await subscribe(email.trim())
    if (answer.data) setEmail('')
  })

  return (
    <form
      aria-label={name}
      className="subscribe"
      noValidate
      data-no-draft={email === '' || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="subscribe-row">
        <TextField
          id={id}
          label={label}
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder="name@example.com"
          maxLength={254}
          value={email}
          error={problem ?? (error ? problemText(error, texts.failed) : null)}
          onChange={(event) => {
            setEmail(event.target.value)
            setProblem(null)
            if (error || data) reset()
          }}
        />
        <Button type="submit" wide pendingLabel={isLoading && texts.sending}>
          {texts.send}
        </Button>
      </div>
      <p role="status" className="subscribe-sent s">
        {data && (data.message ?? texts.sent)}
      </p>
      <p className="xs mute">
        {texts.consentBefore} <Link to={pages.privacy}>{texts.policy}</Link>.
      </p>
      {children}
    </form>
  )
}
