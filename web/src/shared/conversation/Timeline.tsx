// The timeline as a virtual list: only the rows in view and a few around them are in the document. Entries are numbered
// without gaps, so the row of an entry is known before the entry is loaded.

import { type ChangeEvent, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import {
  type ConversationPlace,
  type TimelinePage,
  useLazyFindConversationDayQuery,
  useMarkConversationReadMutation,
} from '../../api/conversations.ts'
import { toIsoDay } from '../../lib/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { conversation as texts } from '../texts/conversation.ts'
import { EntryRow } from './EntryRow.tsx'
import { QueuedRow } from './QueuedRow.tsx'
import type { QueueState, SendQueue } from './sendQueue.ts'
import { useIsVisible } from './useConversation.ts'
import { useTimelineScroll } from './useTimelineScroll.ts'

type Props = {
  place: ConversationPlace
  head: TimelinePage
  queue: QueueState
  sendQueue: SendQueue
}

const linkedMessage = /^#message-(\d+)$/

/** The message that a link of an email or a notification names in the URL; 0 for none. */
const readLinkedNumber = (hash: string) => Number(linkedMessage.exec(hash)?.[1] ?? 0)

export function Timeline({ place, head, queue, sendQueue }: Props) {
  const last = head.last_number
  const { hash } = useLocation()
  const linked = readLinkedNumber(hash) <= last ? readLinkedNumber(hash) : 0
  const [unreadFrom] = useState(() => (head.unread > 0 ? head.read[place.side] + 1 : 0))
  const scroll = useTimelineScroll({ last, queued: queue.messages, linked, unreadFrom })
  const { log, rows, isAtEnd } = scroll

  useReading(place, head, isAtEnd)

  return (
    <div className="talk-frame">
      <DayJump place={place} onFound={(number) => scroll.show(number - 1, 'start')} />
      <div
        ref={log}
        className="talk-log"
        role="log"
        aria-live="off"
        aria-label={texts.log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys scroll the log, which has no control of its own.
        tabIndex={0}
        onScroll={scroll.onScroll}
        onKeyDown={scroll.onKeyDown}
      >
        <ol className="talk-rows" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const queued = queue.messages[index - last]
            return (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                id={index < last ? `message-${index + 1}` : undefined}
                className="talk-row"
                style={{ transform: `translateY(${start}px)` }}
              >
                {queued ? (
                  <QueuedRow
                    message={queued}
                    isFirst={index === last}
                    queue={queue}
                    sendQueue={sendQueue}
                  />
                ) : (
                  <EntryRow
                    place={place}
                    head={head}
                    number={index + 1}
                    isUnreadStart={index + 1 === unreadFrom}
                    isLinked={index + 1 === linked}
                  />
                )}
              </li>
            )
          })}
        </ol>
      </div>
      {!isAtEnd && (
        <Button small className="talk-newest" onClick={scroll.showNewest}>
          {head.unread > 0 ? texts.newMessages(head.unread) : texts.toNewest}
        </Button>
      )}
      <ArrivalAnnouncement head={head} />
    </div>
  )
}

/** Marks the conversation as read while its end is in view and the tab is visible. */
function useReading(place: ConversationPlace, head: TimelinePage, isAtEnd: boolean) {
  const [markRead] = useMarkConversationReadMutation()
  const isVisible = useIsVisible()
  const { side, order } = place
  const number = head.last_number
  const isUnread = head.read[side] < number
  useEffect(() => {
    if (isAtEnd && isVisible && isUnread) void markRead({ side, order, number })
  }, [isAtEnd, isVisible, isUnread, number, side, order, markRead])
}

/** Announces a message of others to screen readers once, wherever the reader is in the timeline. */
function ArrivalAnnouncement({ head }: { head: TimelinePage }) {
  const [since] = useState(head.last_number)
  const newest = head.messages.at(-1)
  const isNew = newest && newest.number > since && newest.side !== null && !newest.is_own
  return (
    <p className="sr" aria-live="polite">
      {isNew ? texts.arrived(newest.author_name ?? texts.company, newest.text) : ''}
    </p>
  )
}

type DayJumpProps = { place: ConversationPlace; onFound: (number: number) => void }

function DayJump({ place, onFound }: DayJumpProps) {
  const [find, { isFetching }] = useLazyFindConversationDayQuery()
  const [outcome, setOutcome] = useState('')
  async function jump({ target: { value: day } }: ChangeEvent<HTMLInputElement>) {
    setOutcome('')
    if (!/^20\d\d-\d\d-\d\d$/.test(day)) return
    // A failed search for a day that was found before has its earlier data too.
    const { data, isSuccess } = await find({ ...place, day })
    if (!isSuccess) {
      setOutcome(texts.dayFailed)
      return
    }
    const first = data.messages[0]
    if (first) onFound(first.number)
    else setOutcome(texts.nothingSince)
  }
  return (
    <p className="s row talk-day-jump">
      <label>
        <span className="mute">{texts.jumpToDay}</span>{' '}
        <input type="date" max={toIsoDay(Date.now())} aria-busy={isFetching} onChange={jump} />
      </label>
      <span role="status" className="mute">
        {outcome}
      </span>
    </p>
  )
}
