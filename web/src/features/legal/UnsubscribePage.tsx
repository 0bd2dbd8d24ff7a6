import { useSearchParams } from 'react-router'
import { isProblem } from '../../api/problem.ts'
import { ActionError } from '../../shared/ActionError.tsx'
import { pages } from '../../shared/paths.ts'
import { unsubscribe as texts } from '../../shared/texts/unsubscribe.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import './legal.css'
import { useEndSubscriptionMutation } from './subscriptionApi.ts'

const outcomes = ['unsubscribed', 'confirmed', 'invalid'] as const
type Outcome = (typeof outcomes)[number]

function outcomeText(outcome: Outcome | null, isStatus: boolean) {
  if (outcome === null) return texts.ask
  return isStatus && outcome !== 'invalid' ? texts.status[outcome] : texts[outcome]
}

/** The page behind the links of emails; the server puts the result into the address. */
export function UnsubscribePage() {
  const [address] = useSearchParams()
  const [end, { data, error, isLoading }] = useEndSubscriptionMutation()
  const token = address.get('token')
  const stateFromLink = outcomes.find((outcome) => outcome === address.get('state'))
  const isDead = isProblem(error) && error.status > 0 && error.status < 500
  const outcome: Outcome | null = data
    ? 'unsubscribed'
    : isDead
      ? 'invalid'
      : (stateFromLink ?? (token ? null : 'invalid'))
  const isStatus = address.get('list') === 'status'
  const words = outcomeText(outcome, isStatus)
  return (
    <section className="page legal legal-outcome">
      <h1>{words.title}</h1>
      <p className="lead" role="status">
        {words.text}
      </p>
      {!isDead && <ActionError error={error} fallback={texts.failed} />}
      <div className="btns">
        {outcome === null && token && (
          <Button pendingLabel={isLoading && texts.ask.sending} onClick={() => end(token)}>
            {texts.ask.confirm}
          </Button>
        )}
        <LinkButton to={isStatus ? pages.status : pages.blog} variant={outcome ? 'solid' : 'line'}>
          {isStatus ? texts.status.back : texts.blog}
        </LinkButton>
        <LinkButton to={pages.contacts} variant="text">
          {texts.contacts}
        </LinkButton>
      </div>
    </section>
  )
}
