import { calls } from '../../app/calls.ts'
import { SubscribeForm } from '../../app/SubscribeForm.tsx'
import { statusSubscription as texts } from '../../app/texts/status.ts'
import { useFollowStatusMutation } from './statusApi.ts'

/** Subscriptions to outages: email, feed, calendar. */
export function Subscriptions() {
  const [subscribe, state] = useFollowStatusMutation()
  return (
    <section id="follow" className="section page status-follow" aria-labelledby="follow-title">
      <div>
        <h2 id="follow-title">{texts.title}</h2>
        <p className="ink2">{texts.note}</p>
      </div>
      <SubscribeForm
        id="status"
        name={texts.form}
        label={texts.email}
        subscribe={subscribe}
        state={state}
      >
        <p className="s status-follow-links">
          <a href={calls.statusFeed}>{texts.feed}</a>
          <a href={calls.statusCalendar}>{texts.calendar}</a>
        </p>
      </SubscribeForm>
    </section>
  )
}
