import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import type { BookingRead } from '../../../api/wire/content.ts'
import { formatDay, formatTime } from '../../../lib/dates.ts'
import { formatCount } from '../../../lib/plural.ts'
import { typographer } from '../../../lib/typography.ts'
import { pages } from '../../../shared/paths.ts'
import { bookingTones } from '../../../shared/statusTones.ts'
import { bookings as texts } from '../../../shared/texts/bookings.ts'
import { Button } from '../../../ui/Button.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { FileLink } from '../FileLink.tsx'
import { hasEnded, isBookableKind, isRequest } from './bookingOrder.ts'

type Props = {
  booking: BookingRead
  /** A name that is unique in the list, for the accessible names of the buttons. */
  name: string
  orderTitle?: string
  now: Date
  onCancel: () => void
  onMove: () => void
}

export function BookingRow({ booking, name, orderTitle, now, onCancel, onMove }: Props) {
  const { title, status, starts_at: startsAt } = booking
  const isPast = hasEnded(booking, now)
  const isOpen = status !== 'cancelled' && !isPast
  const hasTakenPlace = status !== 'cancelled' && isPast
  const details = [
    // A request that has no time has no length either.
    startsAt && formatCount(booking.duration_minutes, texts.minutes, 'text'),
    booking.place,
  ].filter(Boolean)
  return (
    <li className="db-booking" data-open={isOpen}>
      <div className="db-booking-when">
        {startsAt ? (
          <time dateTime={startsAt}>
            <span className="strong">{formatDay(startsAt)}</span>
            <span className="num db-sum">{formatTime(startsAt)}</span>
            <span className="xs mute">{texts.zoneShort}</span>
          </time>
        ) : (
          <span className="s ink2">{texts.noTime}</span>
        )}
      </div>
      <div>
        <h3>{title}</h3>
        {details.length > 0 && <p className="s ink2">{details.join(', ')}</p>}
        {booking.note && <p className="s ink2">{typographer(booking.note)}</p>}
        {booking.order_id && (
          <p className="s">
            <Link to={pages.dashboardOrder(booking.order_id)}>{orderTitle ?? texts.order}</Link>
          </p>
        )}
        {isOpen && (
          <div className="btns db-booking-actions">
            {startsAt && (
              <FileLink
                url={calls.bookingCalendar(booking.id)}
                name="meridian.ics"
                label={`${texts.calendar}: ${name}`}
              >
                {texts.calendar}
              </FileLink>
            )}
            {startsAt && isBookableKind(booking.kind) && (
              <Button variant="text" small aria-label={texts.moveOf(name)} onClick={onMove}>
                {texts.move}
              </Button>
            )}
            <Button variant="text" small aria-label={texts.cancelOf(name)} onClick={onCancel}>
              {texts.cancel}
            </Button>
          </div>
        )}
      </div>
      <Tag tone={hasTakenPlace ? 'plain' : bookingTones[status]}>
        {describeState(booking, hasTakenPlace)}
      </Tag>
    </li>
  )
}

function describeState(booking: BookingRead, hasTakenPlace: boolean): string {
  if (hasTakenPlace) return texts.passed
  if (isRequest(booking) && booking.status === 'requested') return texts.awaitsReply
  return texts.status[booking.status]
}
