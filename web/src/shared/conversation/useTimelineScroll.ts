// The place of the reader in the timeline: which row is in view first, which stays in view while other rows are
// loaded, and whether the reader follows new messages.

import { elementScroll, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { QueueState } from './sendQueue.ts'

/** Position of a row in the visible part of the log. */
type Align = 'start' | 'center' | 'end'

const rowHeight = 76
/** Within this distance from the end (px) the newest message is in view. */
const endDistance = 60
/** Browsers round the offsets that they scroll to. A smaller difference (px) is not a scroll. */
const scrollRounding = 1.5

/** How far an element can be scrolled (px). */
const measureLastOffset = ({ scrollHeight, clientHeight }: Element) => scrollHeight - clientHeight

type TimelineRows = {
  /** The number of the last entry. The queued messages come after it. */
  last: number
  queued: QueueState['messages']
  /** The entry of a link such as `#message-12`: its number, or 0 without such a link. */
  linked: number
  /** The number of the first unread entry; 0 for none. */
  unreadFrom: number
}

/** The scroll position of the log, and the virtual rows that are in the document. */
export function useTimelineScroll({ last, queued, linked, unreadFrom }: TimelineRows) {
  const log = useRef<HTMLDivElement>(null)
  const count = last + queued.length
  const [isAtEnd, setIsAtEnd] = useState(true)

  // The row that stays in view. Rows around it are loaded later and are higher than estimated, which would move it out
  // of sight. So the log is scrolled to it again after each change of heights, until the reader scrolls.
  const heldRow = useRef<{ index: number; align: Align } | null>(null)
  // How far the log was scrolled when this hook last looked or scrolled it. Another offset means that the reader has
  // scrolled: by the wheel, the scroll bar, find in page or a screen reader.
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
    getItemKey: (index) => (index < last ? index + 1 : (queued[index - last]?.key ?? index)),
    overscan: 6,
    paddingStart: 8,
    paddingEnd: 8,
  })

  function show(index: number, align: Align) {
    noteScroll()
    heldRow.current = { index, align }
    rows.scrollToIndex(index, { align })
  }
  const showNewest = () => show(count - 1, 'end')
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
    else showNewest()
  })
  useLayoutEffect(() => showFirstPlace(), [])

  // A notification on this page may link to another message.
  const showLinked = useEffectEvent(() => show(linked - 1, 'center'))
  useEffect(() => {
    if (linked > 0) showLinked()
  }, [linked])

  // A reader at the end stays there when a message comes. Own messages are always shown.
  const ownQueued = queued.length
  const follow = useEffectEvent((isOwn: boolean) => {
    if (isAtEnd || isOwn) showNewest()
  })
  const earlier = useRef({ last, ownQueued })
  useEffect(() => {
    const before = earlier.current
    earlier.current = { last, ownQueued }
    if (before.last !== last || before.ownQueued !== ownQueued) follow(ownQueued > before.ownQueued)
  }, [last, ownQueued])

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
    else showNewest()
  }
  return { log, rows, isAtEnd, show, showNewest, onScroll, onKeyDown }
}
