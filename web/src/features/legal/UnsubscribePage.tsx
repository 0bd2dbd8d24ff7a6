import { useSearchParams } from 'react-router'
import { isProblem } from '../../api/problem.ts'
import { ActionError } from '../../shared/ActionError.tsx'
import { pages } from '../../shared/paths.ts'
import { unsubscribe as texts } from '../../shared/texts/unsubscribe.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import './legal.css'
import { type LinkAction, useFollowLinkMutation } from './subscriptionApi.ts'

const outcomes = ['unsubscribed', 'confirmed', 'invalid'] as const
type Outcome = (typeof outcomes)[number]

function outcomeText(outcome: Outcome | null, action: LinkAction, isStatus: boolean) {
  if (outcome === null) {
    if (action === 'confirm') return texts.askToConfirm
    return isStatus ? texts.status.ask : texts.ask
  }
  return isStatus && outcome !== 'invalid' ? texts.status[outcome] : texts[outcome]
}

/**
 * The page behind links of emails. It asks first, because mail scanners open every link; then it
 * shows the result.
 */
export function UnsubscribePage() {
  const [address] = useSearchParams()
  const [follow, { data, error, isLoading }] = useFollowLinkMutation()
  const token = address.get('token')
  const action: LinkAction = address.get('action') === 'confirm' ? 'confirm' : 'unsubscribe'
  const isStatus = address.get('list') === 'status'
  const stateFromLink = outcomes.find((outcome) => outcome === address.get('state'))
  const isDead = isProblem(error) && error.status > 0 && error.status < 500
  const done: Outcome = action === 'confirm' ? 'confirmed' : 'unsubscribed'
  const outcome: Outcome | null = data
    ? done
    : isDead
      ? 'invalid'
      : (stateFromLink ?? (token ? null : 'invalid'))
  const words = outcomeText(outcome, action, isStatus)
  const ask = action === 'confirm' ? texts.askToConfirm : texts.ask
  return (
    <section className="page legal legal-outcome">
      <h1>{words.title}</h1>
      <p className="lead" role="status">
        {words.text}
      </p>
      {!isDead && <ActionError error={error} fallback={ask.failed} />}
      <div className="btns">
        {outcome === null && token && (
          <Button
            pendingLabel={isLoading && ask.sending}
            onClick={() => follow({ action, isStatus, token })}
          >
            {ask.confirm}
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
