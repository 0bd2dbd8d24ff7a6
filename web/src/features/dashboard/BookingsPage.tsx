import { Suspense, useState } from 'react'
import { lazyWithRetry } from '../../app/lazyWithRetry.ts'
import { bookings as texts } from '../../app/texts/bookings.ts'
import type { BookingRead } from '../../app/wire/content.ts'
import { dayAndTime } from '../../lib/dates'
import { disambiguate } from '../../lib/disambiguate'
import { EmptyState } from '../../ui/EmptyState'
import { BookingRow } from './BookingRow.tsx'
import { sortBookings } from './bookingOrder.ts'
import { DashboardFrame } from './DashboardFrame.tsx'
import { useGetMyBookingsQuery, useGetMyOrdersQuery } from './dashboardApi.ts'
import { NewBooking } from './NewBooking.tsx'
import { QueryView } from './QueryView.tsx'

const CancelBooking = lazyWithRetry(async () => (await import('./CancelBooking.tsx')).CancelBooking)
const MoveBooking = lazyWithRetry(async () => (await import('./MoveBooking.tsx')).MoveBooking)

type PendingAction = { kind: 'cancel' | 'move'; booking: BookingRead } | null

export function BookingsPage() {
  const query = useGetMyBookingsQuery()
  const orders = useGetMyOrdersQuery().data?.orders ?? []
  const [pending, setPending] = useState<PendingAction>(null)
  const [outcome, setOutcome] = useState<string | null>(null)
  const [now] = useState(() => new Date())
  return (
    <DashboardFrame title={texts.title} aside={texts.zone}>
      <p role="status" className="db-done">
        {outcome}
      </p>
      <div className="db-columns is-worked-right">
        <QueryView query={query} errorTitle={texts.failed}>
          {({ bookings }) => {
            const { upcoming, past } = sortBookings(bookings, now)
            if (bookings.length === 0)
              return (
                <EmptyState as="h2" title={texts.empty}>
                  {texts.emptyHint}
                </EmptyState>
              )
            const orderTitle = (one: BookingRead) =>
              orders.find((order) => order.id === one.order_id)?.title
            const bookingName = disambiguate(upcoming, (one) => one.title, [
              (one) => orderTitle(one) ?? '',
              (one) => (one.starts_at ? dayAndTime(one.starts_at) : ''),
            ])
            const row = (booking: BookingRead) => (
              <BookingRow
                key={booking.id}
                booking={booking}
                name={bookingName(booking)}
                orderTitle={orderTitle(booking)}
                now={now}
                onCancel={() => setPending({ kind: 'cancel', booking })}
                onMove={() => setPending({ kind: 'move', booking })}
              />
            )
            return (
              <div>
                {upcoming.length > 0 && (
                  <section aria-labelledby="bookings-coming">
                    <h2 id="bookings-coming" className="db-sub">
                      {texts.coming}
                    </h2>
                    <ul className="db-rows">{upcoming.map(row)}</ul>
                  </section>
                )}
                {past.length > 0 && (
                  <section className="db-later" aria-labelledby="bookings-past">
                    <h2 id="bookings-past" className="db-sub">
                      {texts.past}
                    </h2>
                    <ul className="db-rows">{past.map(row)}</ul>
                  </section>
                )}
              </div>
            )
          }}
        </QueryView>
        <aside className="db-aside">
          <NewBooking orders={orders} />
        </aside>
      </div>
      {pending && (
        <Suspense fallback={null}>
          {pending.kind === 'cancel' ? (
            <CancelBooking
              booking={pending.booking}
              onClose={() => setPending(null)}
              onDone={() => {
                setPending(null)
                setOutcome(texts.cancelled(pending.booking.title))
              }}
            />
          ) : (
            <MoveBooking
              booking={pending.booking}
              onClose={() => setPending(null)}
              onDone={(startsAt) => {
                setPending(null)
                setOutcome(texts.moved(dayAndTime(startsAt)))
              }}
            />
          )}
        </Suspense>
      )}
    </DashboardFrame>
  )
}
