import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { calls, pages } from '../../app/paths.ts'
import { failureText } from '../../app/problem.ts'
import { follow as texts } from '../../app/texts/status.ts'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import { useFollowStatusMutation } from './statusApi.ts'

function problemOf(email: string): string | null {
  if (!email.trim()) return texts.missing
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : texts.wrong
}

/** Ways to hear of outages without looking: letters, a feed, a calendar. */
export function Follow() {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [subscribe, { isLoading, data, error, reset }] = useFollowStatusMutation()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = problemOf(email)
    setProblem(found)
    if (found) {
      document.getElementById('status-email')?.focus()
      return
    }
    const answer = await subscribe(email.trim())
    if (answer.data) setEmail('')
  }

  return (
    <section id="follow" className="section page status-follow" aria-labelledby="follow-title">
      <div>
        <h2 id="follow-title">{texts.title}</h2>
        <p className="ink2">{texts.note}</p>
      </div>
      <form aria-label={texts.form} noValidate onSubmit={submit}>
        <div className="status-follow-row">
          <TextField
            id="status-email"
            label={texts.email}
            type="email"
            inputMode="email"
            autoComplete="email"
            placeholder="name@example.com"
            maxLength={254}
            value={email}
            error={problem ?? (error ? failureText(error, texts.failed) : null)}
            onChange={(event) => {
              setEmail(event.target.value)
              setProblem(null)
              if (error || data) reset()
            }}
          />
          <Button type="submit" wide sending={isLoading && texts.sending}>
            {texts.send}
          </Button>
        </div>
        <p role="status" className="status-follow-sent s">
          {data?.message}
        </p>
        <p className="xs mute">
          {texts.consentBefore} <Link to={pages.privacy}>{texts.policy}</Link>.
        </p>
        <p className="s status-follow-links">
          <a href={calls.statusFeed}>{texts.feed}</a>
          <a href={calls.statusCalendar}>{texts.calendar}</a>
        </p>
      </form>
    </section>
  )
}
