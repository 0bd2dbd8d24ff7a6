// Preview of the message that a buyer receives when a step of the order is advanced. The
// notifications service renders it from the event that the content service would publish.

import { useEffect } from 'react'
import { calls } from '../../../api/calls.ts'
import { isStaleVersion } from '../../../api/problem.ts'
import type { AdvancePreview, OrderAdmin } from '../../../api/wire/content.ts'
import type { MessagePreview } from '../../../api/wire/notifications.ts'
import { useAppDispatch } from '../../../app/hooks.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { adminOrder } from '../../../shared/texts/adminOrders.ts'
import { Note } from '../../../ui/Note.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { refreshTags, useAdminPreview } from '../adminApi.ts'

type Props = {
  order: Pick<OrderAdmin, 'id' | 'version'>
  /** The manager's own text, which is part of the message. */
  note: string
}

export function AdvanceMessage({ order, note }: Props) {
  const dispatch = useAppDispatch()
  const { data, error, isError } = useAdminPreview(calls.advancePreview(order.id), {
    note: note || null,
    version: order.version,
  })
  const isStale = isStaleVersion(error)
  // The order is read again when the question is closed: the question must not change under the manager's hand.
  useEffect(
    () => (isStale ? () => void dispatch(refreshTags(['Order'])) : undefined),
    [isStale, dispatch],
  )
  if (isStale) return <Note tone="warn">{adminOrder.messageStale}</Note>
  if (isError) return <Note tone="warn">{adminOrder.messageFailed}</Note>
  if (data === undefined) return <MessageSkeleton />
  if (data.event === null) return <Note>{adminOrder.messageToNobody}</Note>
  return <EventMessages type={data.type} event={data.event} />
}

type EventProps = { type: AdvancePreview['type']; event: NonNullable<AdvancePreview['event']> }

function EventMessages({ type, event }: EventProps) {
  const { data, isError } = useAdminPreview(calls.messagePreview, { type, event })
  if (isError) return <Note tone="warn">{adminOrder.messageFailed}</Note>
  if (data === undefined) return <MessageSkeleton />
  return data.items.map((message) => <Message key={message.title} message={message} />)
}

function Message({ message }: { message: MessagePreview }) {
  const channels = message.channels.map((channel) => adminOrder.channels[channel])
  return (
    <section className="ad-message" aria-label={adminOrder.messageTitle}>
      <p className="ad-message-title">{message.title}</p>
      <p className="ad-message-text">{message.message}</p>
      {message.email_note && message.channels.includes('email') && (
        <p className="s mute">{adminOrder.messageEmailNote(message.email_note)}</p>
      )}
      <p className="s mute">
        {channels.length > 0
          ? adminOrder.messageChannels(channels.join(', '))
          : adminOrder.messageNoChannels}
      </p>
      {message.quiet_until && (
        <p className="s mute">{adminOrder.messageQuiet(formatDayAndTime(message.quiet_until))}</p>
      )}
    </section>
  )
}

function MessageSkeleton() {
  return (
    <Loading label={adminOrder.messageLoading}>
      <Skeleton width="70%" height="1.25rem" />
      <Skeleton height="4rem" />
    </Loading>
  )
}
