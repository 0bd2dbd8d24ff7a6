// The buyer's reservations of cars: the remaining time by the server's clock, the amount, a QR code and the invoice.

import { useState } from 'react'
import { Link } from 'react-router'
import { calls } from '../../api/calls.ts'
import { describeProblem } from '../../api/problem.ts'
import {
  isActiveReservation,
  useCancelReservationMutation,
  useGetMyReservationsQuery,
} from '../../api/reservations.ts'
import type { ReservationRead } from '../../api/wire/content.ts'
import { formatDayAndTime } from '../../lib/dates.ts'
import { formatRoubles } from '../../lib/numbers.ts'
import { formatTimeLeft } from '../../lib/timeLeft.ts'
import { ConfirmAction } from '../../shared/ConfirmAction.tsx'
import { pages } from '../../shared/paths.ts'
import { QueryView } from '../../shared/QueryView.tsx'
import { reservationTones } from '../../shared/statusTones.ts'
import { reservation as texts } from '../../shared/texts/reservation.ts'
import { useNow } from '../../shared/useNow.ts'
import { Button } from '../../ui/Button.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { DashboardSection } from './DashboardSection.tsx'
import { FileLink } from './FileLink.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import './reservations.css'

const tickMs = 1000
/** Only the newest ended reservations are shown. */
const maxEndedShown = 2

/** Renders nothing for a buyer who has never reserved a car. */
export function Reservations() {
  const query = useGetMyReservationsQuery()
  if (query.currentData?.total === 0) return null
  return (
    <DashboardSection id="reservations" title={texts.title}>
      <QueryView query={query} errorTitle={texts.failed} skeleton={<RowsSkeleton />}>
        {({ reservations }) => (
          <ul className="rows db-rows">
            {[
              ...reservations.filter(isActiveReservation),
              ...reservations
                .filter((reservation) => !isActiveReservation(reservation))
                .slice(0, maxEndedShown),
            ].map((reservation) => (
              <ReservationRow
                key={reservation.id}
                reservation={reservation}
                loadedAt={query.fulfilledTimeStamp ?? 0}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </DashboardSection>
  )
}

/** `loadedAt` is the time when the response arrived (ms, by the clock of the device). */
type RowProps = { reservation: ReservationRead; loadedAt: number }

function ReservationRow({ reservation, loadedAt }: RowProps) {
  const { status, refund, reason } = reservation
  return (
    <li className="db-reservation" data-open={isActiveReservation(reservation)}>
      <div className="stack-4">
        <h3>
          <Link to={pages.car(reservation.car_slug)} className="plain">
            {reservation.car_title}
          </Link>
        </h3>
        <p className="s mute num">{texts.number(reservation.number)}</p>
        <p className="s ink2">
          {texts.price} <span className="num">{formatRoubles(reservation.price_rub)}</span>
          {reservation.edition && (
            <>
              , <span className="num">{texts.edition(reservation.edition)}</span>
            </>
          )}
        </p>
        {reason && <p className="s ink2">{texts.reason(reason)}</p>}
        {refund && (
          <p className="s ink2">
            {texts.refund(formatRoubles(refund.amount_rub, 'text'), refund.status === 'paid')}
          </p>
        )}
        {reservation.order_id && (
          <p className="s">
            <Link to={pages.dashboardOrder(reservation.order_id)}>{texts.order}</Link>
          </p>
        )}
      </div>
      {isActiveReservation(reservation) ? (
        <ActiveReservation reservation={reservation} loadedAt={loadedAt} />
      ) : (
        <div />
      )}
      <Tag tone={reservationTones[status]}>{texts.status[status]}</Tag>
    </li>
  )
}

function ActiveReservation({ reservation, loadedAt }: RowProps) {
  const [isAsking, setAsking] = useState(false)
  const { invoice, status } = reservation
  const isPaid = status === 'paid'
  return (
    <div className="stack-12">
      <TimeLeft reservation={reservation} loadedAt={loadedAt} />
      <p className="s">
        {isPaid ? texts.paidSum : texts.sum}{' '}
        <span className="num strong">{formatRoubles(reservation.amount_rub)}</span>
      </p>
      {!isPaid && <HowToPay reservation={reservation} />}
      <div className="btns db-booking-actions">
        {invoice && (
          <FileLink
            url={calls.paymentInvoice(invoice.id)}
            name={`${reservation.number}.pdf`}
            label={`${isPaid ? texts.confirmation : texts.invoice}: ${reservation.car_title}`}
          >
            {isPaid ? texts.confirmation : texts.invoice}
          </FileLink>
        )}
        <Button
          variant="text"
          small
          aria-label={texts.cancelOf(reservation.car_title)}
          onClick={() => setAsking(true)}
        >
          {texts.cancel}
        </Button>
      </div>
      {isAsking && <CancelReservation reservation={reservation} onClose={() => setAsking(false)} />}
    </div>
  )
}

function HowToPay({ reservation }: { reservation: ReservationRead }) {
  if (reservation.invoice?.status === 'waiting') return <p className="s ink2">{texts.checking}</p>
  if (!reservation.qr) return <p className="s ink2">{texts.noQr}</p>
  return (
    <div className="db-reservation-qr">
      <img src={reservation.qr} alt={texts.qr} width={168} height={168} />
      <p className="xs ink2">{texts.qrHint}</p>
    </div>
  )
}

/** Counts down from the difference of the server's times, so a wrong clock of the device does not matter. */
function TimeLeft({ reservation, loadedAt }: RowProps) {
  const { now, expires_at: expiresAt, status } = reservation
  // A response may arrive between two ticks of the clock, so the difference may be negative.
  const passed = Math.max(0, useNow(tickMs, loadedAt) - loadedAt)
  const left = Date.parse(expiresAt) - Date.parse(now) - passed
  return (
    <p>
      <span className="cap">{status === 'paid' ? texts.heldFor : texts.payIn}</span>
      <span className="num db-reservation-left" role="timer">
        {formatTimeLeft(left) ?? texts.over}
      </span>
      <span className="xs mute">{formatDayAndTime(expiresAt)}</span>
    </p>
  )
}

/** What happens to the money of a reservation that its buyer cancels. */
function describeMoney({ status, invoice }: ReservationRead): string {
  if (status === 'paid') return texts.askPaid
  return invoice?.status === 'waiting' ? texts.askAwaited : texts.askUnpaid
}

type CancelProps = { reservation: ReservationRead; onClose: () => void }

function CancelReservation({ reservation, onClose }: CancelProps) {
  const [cancel, { isLoading, error }] = useCancelReservationMutation()
  return (
    <ConfirmAction
      title={texts.askToCancel(reservation.car_title)}
      note={describeMoney(reservation)}
      confirm={texts.cancel}
      cancel={texts.askNo}
      run={() => cancel(reservation.id)}
      pendingLabel={isLoading && texts.cancelling}
      failure={error && describeProblem(error, texts.cancelFailed)}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
