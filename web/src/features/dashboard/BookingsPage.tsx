import { lazy, Suspense, useState } from 'react'
import { bookings as texts } from '../../app/texts/bookings.ts'
import type { BookingRead } from '../../app/wire/content.ts'
import { dayAndTime } from '../../lib/dates'
import { toldApart } from '../../lib/toldApart'
import { EmptyState } from '../../ui/EmptyState'
import { Answer } from './Answer.tsx'
import { BookingRow } from './BookingRow.tsx'
import { sortedBookings } from './bookingOrder.ts'
import { DashboardFrame } from './DashboardFrame.tsx'
import { useGetMyBookingsQuery, useGetMyOrdersQuery } from './dashboardApi.ts'
import { NewBooking } from './NewBooking.tsx'

const CancelBooking = lazy(async () => ({
  default: (await import('./CancelBooking.tsx')).CancelBooking,
}))
const MoveBooking = lazy(async () => ({ default: (await import('./MoveBooking.tsx')).MoveBooking }))

type Asked = { deed: 'cancel' | 'move'; booking: BookingRead } | null

export function BookingsPage() {
  const query = useGetMyBookingsQuery()
  const orders = useGetMyOrdersQuery().data?.orders ?? []
  const [asked, setAsked] = useState<Asked>(null)
  const [done, setDone] = useState<string | null>(null)
  const [now] = useState(() => new Date())
  return (
    <DashboardFrame title={texts.title} aside={texts.zone}>
      <p role="status" className="db-done">
        {done}
      </p>
      <div className="db-columns is-worked-right">
        <Answer query={query} failed={texts.failed}>
          {({ bookings }) => {
            const { coming, past } = sortedBookings(bookings, now)
            if (bookings.length === 0)
              return (
                <EmptyState as="h2" title={texts.empty}>
                  {texts.emptyHint}
                </EmptyState>
              )
            const orderOf = (one: BookingRead) =>
              orders.find((order) => order.id === one.order_id)?.title
            const nameOf = toldApart(coming, (one) => one.title, [
              (one) => orderOf(one) ?? '',
              (one) => (one.starts_at ? dayAndTime(one.starts_at) : ''),
            ])
            const row = (booking: BookingRead) => (
              <BookingRow
                key={booking.id}
                booking={booking}
                name={nameOf(booking)}
                orderTitle={orderOf(booking)}
                now={now}
                onCancel={() => setAsked({ deed: 'cancel', booking })}
                onMove={() => setAsked({ deed: 'move', booking })}
              />
            )
            return (
              <div>
                {coming.length > 0 && (
                  <section aria-labelledby="bookings-coming">
                    <h2 id="bookings-coming" className="db-sub">
                      {texts.coming}
                    </h2>
                    <ul className="db-rows">{coming.map(row)}</ul>
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
        </Answer>
        <aside className="db-aside">
          <NewBooking orders={orders} />
        </aside>
      </div>
      {asked && (
        <Suspense fallback={null}>
          {asked.deed === 'cancel' ? (
            <CancelBooking
              booking={asked.booking}
              onClose={() => setAsked(null)}
              onDone={() => {
                setAsked(null)
                setDone(texts.cancelled(asked.booking.title))
              }}
            />
          ) : (
            <MoveBooking
              booking={asked.booking}
              onClose={() => setAsked(null)}
              onDone={(startsAt) => {
                setAsked(null)
                setDone(texts.moved(dayAndTime(startsAt)))
              }}
            />
          )}
        </Suspense>
      )}
    </DashboardFrame>
  )
}
