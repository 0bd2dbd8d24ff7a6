// The conversation of an order: the timeline, who is typing, and the form for a message. One component for both sides.

import type { ReactNode } from 'react'
import type { ConversationPlace, TimelinePage } from '../../api/conversations.ts'
import { formatDayAndTime } from '../../lib/dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { QueryView } from '../QueryView.tsx'
import { conversation as texts } from '../texts/conversation.ts'
import { Composer } from './Composer.tsx'
import type { SendFailure } from './sendQueue.ts'
import { Timeline } from './Timeline.tsx'
import { useHead, useSendQueue, useTyping } from './useConversation.ts'
import './conversation.css'

type Props = {
  place: ConversationPlace
  /** Tools beside the form, such as saved replies; they insert a text into the message. */
  tools?: (insert: (text: string) => void) => ReactNode
}

export function Conversation({ place, tools }: Props) {
  const query = useHead(place)
  return (
    <QueryView query={query} errorTitle={texts.failed} skeleton={<ConversationSkeleton />}>
      {(head) => <OpenConversation place={place} head={head} tools={tools} />}
    </QueryView>
  )
}

function OpenConversation({ place, head, tools }: Props & { head: TimelinePage }) {
  const [queue, sendQueue] = useSendQueue(place)
  const isEmpty = head.last_number === 0 && queue.messages.length === 0
  const isBuyer = place.side === 'buyer'
  return (
    <section className="talk" aria-label={texts.title}>
      {isEmpty ? (
        <EmptyState as="h2" title={isBuyer ? texts.empty : texts.emptyOfCompany}>
          {isBuyer ? texts.emptyHint : texts.emptyHintOfCompany}
        </EmptyState>
      ) : (
        <Timeline place={place} head={head} queue={queue} sendQueue={sendQueue} />
      )}
      <StateLine place={place} head={head} failure={queue.failure} />
      {head.can_write ? (
        <Composer place={place} sendQueue={sendQueue} tools={tools} />
      ) : (
        <p className="s mute">{texts.cannotWrite}</p>
      )}
    </section>
  )
}

type StateProps = { place: ConversationPlace; head: TimelinePage; failure: SendFailure | null }

/** One line of fixed height: unsent messages, who is typing, or when the company answers. */
function StateLine({ place, head, failure }: StateProps) {
  const typing = useTyping(place.order)
  const parts: string[] = []
  if (failure) parts.push(texts.sendFailures[failure])
  else if (typing && typing.side !== place.side) parts.push(texts.typing(typing.name))
  else if (place.side === 'buyer') {
    if (head.assignee_name) parts.push(texts.answers(head.assignee_name))
    // The promise is not repeated once it is broken: a manager is notified then.
    if (head.reply_by && Date.parse(head.reply_by) > Date.now())
      parts.push(texts.replyBy(formatDayAndTime(head.reply_by)))
  }
  return (
    <p className="s mute talk-state" role="status">
      {parts.join('. ')}
    </p>
  )
}

function ConversationSkeleton() {
  return (
    <div className="talk">
      <div className="talk-log talk-skeleton">
        <Skeleton width="56%" height="3.5rem" />
        <Skeleton width="44%" height="3.5rem" />
        <Skeleton width="62%" height="5rem" />
        <Skeleton width="36%" height="3.5rem" />
      </div>
      <Skeleton height="6rem" />
    </div>
  )
}
