import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { pages } from '../../app/paths.ts'
import { failureText } from '../../app/problem.ts'
import { newsletter as texts } from '../../app/texts/blog.ts'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import { useSubscribeMutation } from './blogApi.ts'

function problemOf(email: string): string | null {
  if (!email.trim()) return texts.missing
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : texts.wrong
}

export function Newsletter() {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [subscribe, { isLoading, data, error, reset }] = useSubscribeMutation()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = problemOf(email)
    setProblem(found)
    if (found) {
      document.getElementById('newsletter-email')?.focus()
      return
    }
    const answer = await subscribe(email.trim())
    if (answer.data) setEmail('')
  }

  return (
    <section className="blog-news" aria-labelledby="newsletter-title">
      <h2 id="newsletter-title">{texts.title}</h2>
      <form aria-label={texts.form} noValidate onSubmit={submit}>
        <div className="blog-news-row">
          <TextField
            id="newsletter-email"
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
        <p role="status" className="blog-news-sent s">
          {data && (data.message ?? texts.sent)}
        </p>
        <p className="xs mute">
          {texts.consentBefore} <Link to={pages.privacy}>{texts.policy}</Link>.
        </p>
      </form>
    </section>
  )
}
