// The timeline as a virtual list: only the rows in view and a few around them are in the document. Entries are numbered
// without gaps, so the row of an entry is known before the entry is loaded.

import { elementScroll, useVirtualizer } from '@tanstack/react-virtual'
import {
  type ChangeEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
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

type Props = {
  place: ConversationPlace
  head: TimelinePage
  queue: QueueState
  sendQueue: SendQueue
}

/** Position of a row in the visible part of the log. */
type Align = 'start' | 'center' | 'end'

const rowHeight = 76
/** Within this distance from the end (px) the newest message is in view. */
const endDistance = 60
/** Browsers round the offsets that they scroll to. A smaller difference (px) is not a scroll. */
const scrollRounding = 1.5
const linkedMessage = /^#message-(\d+)$/

/** The message that a link of an email or a notification names in the URL; 0 for none. */
const readLinkedNumber = (hash: string) => Number(linkedMessage.exec(hash)?.[1] ?? 0)

export function Timeline({ place, head, queue, sendQueue }: Props) {
  const log = useRef<HTMLDivElement>(null)
  const last = head.last_number
  const count = last + queue.messages.length
  const { hash } = useLocation()
  const linked = readLinkedNumber(hash) <= last ? readLinkedNumber(hash) : 0
  const [unreadFrom] = useState(() => (head.unread > 0 ? head.read[place.side] + 1 : 0))
  const [isAtEnd, setIsAtEnd] = useState(true)

  // The row that stays in view. Rows around it are loaded later and are higher than estimated, which would move it out
  // of sight. So the log is scrolled to it again after each change of heights, until the reader scrolls.
  const heldRow = useRef<{ index: number; align: Align } | null>(null)
  // The last known offset of the log. If it has changed and this code did not change it, the reader has scrolled: by
  // the wheel, the scroll bar, find in page or a screen reader.
  const lastOffset = useRef(0)
  function noteScroll() {
    const element = log.current
    // A hidden element has no offset. It gets its offset back when it is shown.
    if (!element?.clientHeight) return
    const before = lastOffset.current
    const now = element.scrollTop
    lastOffset.current = now
    // A log that became shorter is moved to its end by the browser.
    const isCut = now < before && now >= measureLastOffset(element) - scrollRounding
    if (!isCut && Math.abs(now - before) >= scrollRounding) heldRow.current = null
  }
  const rows = useVirtualizer({
    count,
    getScrollElement: () => log.current,
    scrollToFn: (target, options, instance) => {
      noteScroll()
      elementScroll(target, options, instance)
      if (log.current?.clientHeight) lastOffset.current = log.current.scrollTop
    },
    estimateSize: () => rowHeight,
    getItemKey: (index) =>
      index < last ? index + 1 : (queue.messages[index - last]?.key ?? index),
    overscan: 6,
    paddingStart: 8,
    paddingEnd: 8,
  })

  const show = (index: number, align: Align) => {
    noteScroll()
    heldRow.current = { index, align }
    rows.scrollToIndex(index, { align })
  }
  const height = rows.getTotalSize()
  const showAgain = useEffectEvent(() => {
    noteScroll()
    if (heldRow.current) rows.scrollToIndex(heldRow.current.index, { align: heldRow.current.align })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the heights is the reason to scroll.
  useLayoutEffect(() => showAgain(), [height])

  // The first place: the linked message, the first unread one, or the end.
  const showFirstPlace = useEffectEvent(() => {
    const number = linked || unreadFrom
    if (number > 0 && number < count) show(number - 1, 'center')
    else show(count - 1, 'end')
  })
  useLayoutEffect(() => showFirstPlace(), [])

  // A notification on this page may link to another message.
  const showLinked = useEffectEvent(() => show(linked - 1, 'center'))
  useEffect(() => {
    if (linked > 0) showLinked()
  }, [linked])

  // A reader at the end stays there when a message comes. Own messages are always shown.
  const ownQueued = queue.messages.length
  const follow = useEffectEvent((isOwn: boolean) => {
    if (isAtEnd || isOwn) show(count - 1, 'end')
  })
  const earlier = useRef({ last, ownQueued })
  useEffect(() => {
    const before = earlier.current
    earlier.current = { last, ownQueued }
    if (before.last !== last || before.ownQueued !== ownQueued) follow(ownQueued > before.ownQueued)
  }, [last, ownQueued])

  useReading(place, head, isAtEnd)

  function onScroll() {
    noteScroll()
    const element = log.current
    if (element) setIsAtEnd(measureLastOffset(element) - element.scrollTop < endDistance)
  }

  // By itself the browser would stop at the estimated height of rows that are not loaded.
  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.metaKey || event.shiftKey) return
    if (event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    if (event.key === 'Home') show(0, 'start')
    else show(count - 1, 'end')
  }
  return (
    <div className="talk-frame">
      <DayJump place={place} onFound={(number) => show(number - 1, 'start')} />
      <div
        ref={log}
        className="talk-log"
        role="log"
        aria-live="off"
        aria-label={texts.log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys scroll the log, which has no control of its own.
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <ol className="talk-rows" style={{ height }}>
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
        <Button small className="talk-newest" onClick={() => show(count - 1, 'end')}>
          {head.unread > 0 ? texts.newMessages(head.unread) : texts.toNewest}
        </Button>
      )}
      <ArrivalAnnouncement head={head} />
    </div>
  )
}

/** How far an element can be scrolled (px). */
const measureLastOffset = ({ scrollHeight, clientHeight }: Element) => scrollHeight - clientHeight

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
    const { data } = await find({ ...place, day })
    if (!data) {
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
