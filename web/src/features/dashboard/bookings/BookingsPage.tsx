import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { describeProblem } from '../../../api/problem.ts'
import { isActiveReservation, useGetMyReservationsQuery } from '../../../api/reservations.ts'
import type { BookingRead } from '../../../api/wire/content.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { disambiguate } from '../../../lib/disambiguate.ts'
import { lazyWithRetry } from '../../../platform/lazyWithRetry.ts'
import { ConfirmAction } from '../../../shared/ConfirmAction.tsx'
import { anchors } from '../../../shared/paths.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { bookings as texts } from '../../../shared/texts/bookings.ts'
import { reservation as reservationTexts } from '../../../shared/texts/reservation.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { TitledSection } from '../DashboardSection.tsx'
import { useGetMyOrdersQuery } from '../orders/ordersApi.ts'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { BookingRow } from './BookingRow.tsx'
import { isRequest, sortBookings } from './bookingOrder.ts'
import { useCancelBookingMutation, useGetMyBookingsQuery } from './bookingsApi.ts'
import { NewBooking } from './NewBooking.tsx'

const MoveBooking = lazyWithRetry(() => import('./MoveBooking.tsx'))

type PendingAction = { kind: 'cancel' | 'move'; booking: BookingRead } | null

export function BookingsPage() {
  const query = useGetMyBookingsQuery()
  const orders = useGetMyOrdersQuery().data?.orders ?? []
  const [pending, setPending] = useState<PendingAction>(null)
  const [outcome, setOutcome] = useState<string | null>(null)
  const [now] = useState(() => new Date())
  return (
    <>
      <p role="status" className="row-wrap db-done">
        {outcome}
      </p>
      <ActiveReservations />
      <div className="db-columns db-bookings is-worked-right">
        <aside className="db-aside">
          <NewBooking orders={orders} />
        </aside>
        <QueryView query={query} errorTitle={texts.failed} skeleton={<RowsSkeleton />}>
          {({ bookings }) => {
            const { upcoming, past } = sortBookings(bookings, now)
            if (bookings.length === 0)
              return (
                <EmptyState as="h2" title={texts.empty}>
                  {texts.emptyHint}
                </EmptyState>
              )
            const findOrderTitle = (booking: BookingRead) =>
              orders.find((order) => order.id === booking.order_id)?.title
            const bookingName = disambiguate(upcoming, (booking) => booking.title, [
              (booking) => findOrderTitle(booking) ?? '',
              (booking) => (booking.starts_at ? formatDayAndTime(booking.starts_at) : ''),
            ])
            const renderRow = (booking: BookingRead) => (
              <BookingRow
                key={booking.id}
                booking={booking}
                name={bookingName(booking)}
                orderTitle={findOrderTitle(booking)}
                now={now}
                onCancel={() => setPending({ kind: 'cancel', booking })}
                onMove={() => setPending({ kind: 'move', booking })}
              />
            )
            return (
              <div>
                {upcoming.length > 0 && (
                  <TitledSection id="bookings-coming" title={texts.coming}>
                    <ul className="rows db-rows">{upcoming.map(renderRow)}</ul>
                  </TitledSection>
                )}
                {past.length > 0 && (
                  <TitledSection id="bookings-past" title={texts.past} className="db-later">
                    <ul className="rows db-rows">{past.map(renderRow)}</ul>
                  </TitledSection>
                )}
              </div>
            )
          }}
        </QueryView>
      </div>
      {pending?.kind === 'cancel' && (
        <CancelBooking
          booking={pending.booking}
          onClose={() => setPending(null)}
          onDone={() => {
            setPending(null)
            setOutcome(describeCancellation(pending.booking))
          }}
        />
      )}
      {pending?.kind === 'move' && (
        <Suspense fallback={null}>
          <MoveBooking
            booking={pending.booking}
            onClose={() => setPending(null)}
            onDone={(startsAt) => {
              setPending(null)
              setOutcome(texts.moved(formatDayAndTime(startsAt)))
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Names the reserved cars: they are called bookings in Russian too, but are listed on the overview. */
function ActiveReservations() {
  const active = (useGetMyReservationsQuery().currentData?.reservations ?? []).filter(
    isActiveReservation,
  )
  if (active.length === 0) return null
  return (
    <ul className="db-reserved-cars s">
      {active.map((reservation) => (
        <li key={reservation.id}>
          {texts.reservedCar} <Link to={anchors.reservations}>{reservation.car_title}</Link>,{' '}
          {reservationTexts.status[reservation.status]}
        </li>
      ))}
    </ul>
  )
}

function describeCancellation(booking: BookingRead): string {
  return isRequest(booking) ? texts.cancelledRequest(booking.title) : texts.cancelled(booking.title)
}

type CancelProps = { booking: BookingRead; onClose: () => void; onDone: () => void }

function CancelBooking({ booking, onClose, onDone }: CancelProps) {
  const [cancel, { isLoading, error }] = useCancelBookingMutation()
  return (
    <ConfirmAction
      title={texts.ask(booking.title)}
      note={isRequest(booking) ? texts.askRequestNote : texts.askNote}
      confirm={isRequest(booking) ? texts.askRequestYes : texts.askYes}
      cancel={isRequest(booking) ? texts.askRequestNo : texts.askNo}
      run={() => cancel(booking.id)}
      pendingLabel={isLoading && texts.cancelling}
      failure={error && describeProblem(error, texts.cancelFailed)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
