import type { ConversationPlace, TimelinePage } from '../../api/conversations.ts'
import type { MessageRead } from '../../api/wire/content.ts'
import { formatDay, formatTime, toIsoDay } from '../../lib/dates.ts'
import { bindShortWords, typographer } from '../../lib/typography.ts'
import { Button } from '../../ui/Button.tsx'
import { joinClasses } from '../../ui/classes.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { conversation as texts } from '../texts/conversation.ts'
import { Attachments } from './Attachments.tsx'
import { useEntry } from './useConversation.ts'

type Props = {
  place: ConversationPlace
  head: TimelinePage
  number: number
  /** The line «Новые сообщения» is above this entry. */
  isUnreadStart: boolean
  isLinked: boolean
}

/** One entry, with the day above it where a new one begins. */
export function EntryRow({ place, head, number, isUnreadStart, isLinked }: Props) {
  const { found, isFailed, refetch } = useEntry(place, head, number)
  if (!found && isFailed)
    return (
      <p className="talk-change s">
        {texts.entryFailed}{' '}
        <Button variant="text" small onClick={() => void refetch()}>
          {texts.again}
        </Button>
      </p>
    )
  if (!found) return <Skeleton className="talk-bubble" width="48%" height="3rem" />
  const { entry, earlier } = found
  const isNewDay = !earlier || toIsoDay(earlier.at) !== toIsoDay(entry.at)
  return (
    <>
      {isNewDay && (
        <p className="talk-day num">
          <time dateTime={toIsoDay(entry.at)}>{formatDay(entry.at)}</time>
        </p>
      )}
      {isUnreadStart && <p className="talk-unread">{texts.unread}</p>}
      {entry.side === null ? (
        <p className={joinClasses('talk-change s', isLinked && 'is-linked')}>
          {typographer(entry.text)} <time className="num mute">{formatTime(entry.at)}</time>
        </p>
      ) : (
        <Bubble place={place} head={head} entry={entry} isLinked={isLinked} />
      )}
    </>
  )
}

function findAuthorName(entry: MessageRead): string {
  if (entry.is_own) return texts.you
  return entry.author_name ?? (entry.side === 'buyer' ? texts.buyer : texts.company)
}

type BubbleProps = {
  place: ConversationPlace
  head: TimelinePage
  entry: MessageRead
  isLinked: boolean
}

function Bubble({ place, head, entry, isLinked }: BubbleProps) {
  const isOurs = entry.side === place.side
  const otherSide = place.side === 'buyer' ? 'company' : 'buyer'
  const isReadByOtherSide = entry.number <= head.read[otherSide]
  return (
    <article
      className={joinClasses('talk-bubble', isOurs && 'is-ours', isLinked && 'is-linked')}
      aria-label={`${findAuthorName(entry)}, ${formatTime(entry.at)}`}
    >
      <p className="talk-author">{findAuthorName(entry)}</p>
      {entry.text && <p className="talk-text">{bindShortWords(entry.text)}</p>}
      <Attachments attachments={entry.attachments} />
      <p className="talk-meta num">
        <time dateTime={entry.at}>{formatTime(entry.at)}</time>
        {isOurs && <span>{isReadByOtherSide ? texts.isRead : texts.isSent}</span>}
      </p>
    </article>
  )
}
