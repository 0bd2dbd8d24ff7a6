import { useSubscribeMutation } from '../../app/api/newsletter.ts'
import { SubscribeForm } from '../../app/SubscribeForm.tsx'
import { newsletter as texts } from '../../app/texts/blog.ts'

export function Newsletter() {
  const [subscribe, state] = useSubscribeMutation()
  return (
    <section className="blog-news" aria-labelledby="newsletter-title">
      <h2 id="newsletter-title">{texts.title}</h2>
      <SubscribeForm
        id="newsletter"
        name={texts.form}
        label={texts.email}
        subscribe={subscribe}
        state={state}
      />
    </section>
  )
}
