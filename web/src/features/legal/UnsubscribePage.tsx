import { useSearchParams } from 'react-router'
import { isProblem } from '../../api/problem.ts'
import { ActionError } from '../../shared/ActionError.tsx'
import { pages } from '../../shared/paths.ts'
import { unsubscribe as texts } from '../../shared/texts/unsubscribe.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import './legal.css'
import { type EmailList, type LinkAction, useFollowLinkMutation } from './subscriptionApi.ts'

const outcomes = ['unsubscribed', 'confirmed', 'invalid'] as const
type Outcome = (typeof outcomes)[number]

/** Emails about a saved search or a price limit need no confirmation, so their links can only stop them. */
const isSentUnconfirmed = (list: EmailList): list is 'search' | 'price' =>
  list === 'search' || list === 'price'

function describeOutcome(outcome: Outcome | null, action: LinkAction, list: EmailList) {
  if (outcome === 'invalid') return texts.invalid
  if (isSentUnconfirmed(list)) return outcome ? texts[list].unsubscribed : texts[list].ask
  const shownTexts = list === 'status' ? texts.status : texts
  if (outcome) return shownTexts[outcome]
  return action === 'confirm' ? texts.askToConfirm : shownTexts.ask
}

function readList(searchParams: URLSearchParams): EmailList {
  const list = searchParams.get('list')
  return list === 'status' || list === 'search' || list === 'price' ? list : 'newsletter'
}

function chooseQuestionTexts(action: LinkAction, list: EmailList) {
  if (action === 'confirm') return texts.askToConfirm
  return isSentUnconfirmed(list) ? texts[list].ask : texts.ask
}

/** The page that the visitor can open afterwards. */
const nextPages = {
  newsletter: { to: pages.blog, label: texts.blog },
  status: { to: pages.status, label: texts.status.back },
  search: { to: pages.cars, label: texts.search.back },
  price: { to: pages.dashboard, label: texts.price.back },
} as const

/** Statuses that say that the link is wrong. After any other failure the visitor may try again. */
const invalidLinkStatuses = [400, 404, 410, 422]

/**
 * The page that a link in an email opens. It asks for a confirmation, because mail scanners open every
 * link; then it shows the result.
 */
export function UnsubscribePage() {
  const [searchParams] = useSearchParams()
  const [follow, { data, error, isLoading }] = useFollowLinkMutation()
  const token = searchParams.get('token')
  const action: LinkAction = searchParams.get('action') === 'confirm' ? 'confirm' : 'unsubscribe'
  const list = readList(searchParams)
  const stateFromLink = outcomes.find((outcome) => outcome === searchParams.get('state'))
  const isRefused = isProblem(error) && invalidLinkStatuses.includes(error.status)
  function findOutcome(): Outcome | null {
    if (data) return action === 'confirm' ? 'confirmed' : 'unsubscribed'
    if (isRefused) return 'invalid'
    if (stateFromLink) return stateFromLink
    return token ? null : 'invalid'
  }
  const outcome = findOutcome()
  const shownTexts = describeOutcome(outcome, action, list)
  const questionTexts = chooseQuestionTexts(action, list)
  return (
    <section className="page legal legal-outcome">
      <h1>{shownTexts.title}</h1>
      <p className="lead" role="status">
        {shownTexts.text}
      </p>
      {!isRefused && <ActionError error={error} fallback={questionTexts.failed} />}
      <div className="btns">
        {outcome === null && token && (
          <Button
            pendingLabel={isLoading && questionTexts.sending}
            onClick={() => follow({ action, list, token })}
          >
            {questionTexts.confirm}
          </Button>
        )}
        <LinkButton to={nextPages[list].to} variant={outcome ? 'solid' : 'line'}>
          {nextPages[list].label}
        </LinkButton>
        <LinkButton to={pages.contacts} variant="text">
          {texts.contacts}
        </LinkButton>
      </div>
    </section>
  )
}
