// The customer's next steps in all their orders: a document, a payment, a booking.

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useGetMyReservationsQuery } from '../../api/reservations.ts'
import type {
  BookingList,
  BookingRead,
  DocumentRead,
  OrderSummary,
  ReservationRead,
} from '../../api/wire/content.ts'
import { formatDay, formatDayAndTime } from '../../lib/dates.ts'
import { bindModelName } from '../../lib/modelNames.ts'
import { formatRoubles } from '../../lib/numbers.ts'
import { typographer } from '../../lib/typography.ts'
import { anchors, pages } from '../../shared/paths.ts'
import { type QueryState, QueryView } from '../../shared/QueryView.tsx'
import { bookings as bookingTexts } from '../../shared/texts/bookings.ts'
import { nextSteps as texts } from '../../shared/texts/dashboard.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { listDocuments, listRequiredDocuments } from './orders/orderSteps.ts'

type Props = {
  orders: readonly OrderSummary[]
  bookings: QueryState<BookingList>
  now: Date
}

export function NextSteps({ orders, bookings, now }: Props) {
  const active = orders.filter((order) => order.status === 'active')
  return (
    <section className="db-next-steps" aria-label={texts.label}>
      <RequiredDocument orders={active} />
      <NextPayment orders={active} />
      <QueryView
        query={bookings}
        errorTitle={bookingTexts.failed}
        skeleton={<Skeleton width="60%" height={28} />}
      >
        {(answer) => <NextBooking bookings={answer.bookings} now={now} />}
      </QueryView>
    </section>
  )
}

function RequiredDocument({ orders }: { orders: readonly OrderSummary[] }) {
  const [first, ...others] = listRequiredDocuments(orders.flatMap(listDocuments))
  const order = first && orders.find((candidate) => listDocuments(candidate).includes(first))
  if (!first || !order)
    return (
      <NextStepItem
        label={texts.document}
        value={texts.noDocument}
        note={texts.noDocumentNote}
        quiet
      />
    )
  return (
    <NextStepItem
      label={texts.document}
      value={
        <Link to={`${pages.dashboardOrder(order.id)}?view=documents`}>
          {texts.upload(first.title)}
        </Link>
      }
      note={
        <>
          {describeDocument(bindModelName(order.title), first)}
          {[order, ...orders.filter((candidate) => candidate !== order)].map((candidate) => {
            const count = others.filter((other) => listDocuments(candidate).includes(other)).length
            if (count === 0) return null
            return (
              <MoreDocuments
                key={candidate.id}
                count={count}
                order={candidate === order ? null : bindModelName(candidate.title)}
                to={`${pages.dashboardOrder(candidate.id)}?view=documents`}
              />
            )
          })}
        </>
      }
    />
  )
}

function describeDocument(order: string, document: DocumentRead): string {
  if (document.status === 'rejected') return texts.rejectedNote(order, document.reason)
  return texts.documentNote(order, document.due_on && formatDay(document.due_on))
}

type MoreProps = { count: number; order: string | null; to: string }

/** Link to the required documents that are not shown. `order` is the title of another order, which has them. */
export function MoreDocuments({ count, order, to }: MoreProps) {
  return (
    <>
      <br />
      <Link to={to}>{texts.moreDocuments(count, order)}</Link>
    </>
  )
}

type OpenPayment = { amount: number; dueAt: string | null; title: string; to: string; due: string }

/** The next invoice of each active order, and the invoices of the reservations that wait for a payment. */
function listOpenPayments(
  orders: readonly OrderSummary[],
  reservations: readonly ReservationRead[],
): OpenPayment[] {
  const ofOrders = orders.flatMap(({ title, money }) => {
    if (!money.next_amount_rub) return []
    const { next_amount_rub: amount, next_due_at: dueAt } = money
    const due = dueAt ? texts.until(formatDay(dueAt)) : texts.noDue
    return [{ amount, dueAt, title, to: pages.dashboardPayments, due }]
  })
  const ofReservations = reservations
    .filter(({ status, invoice }) => status === 'awaiting_payment' && invoice?.status === 'pending')
    .map(({ amount_rub: amount, expires_at: dueAt, car_title: title }) => ({
      amount,
      dueAt,
      title,
      to: anchors.reservations,
      // A reservation waits only hours for its payment, so its time counts.
      due: texts.until(formatDayAndTime(dueAt)),
    }))
  return [...ofOrders, ...ofReservations]
}

function NextPayment({ orders }: { orders: readonly OrderSummary[] }) {
  const reservations = useGetMyReservationsQuery().currentData?.reservations ?? []
  const [next] = listOpenPayments(orders, reservations).sort((one, other) =>
    (one.dueAt ?? '9999').localeCompare(other.dueAt ?? '9999'),
  )
  if (!next)
    return (
      <NextStepItem
        label={texts.payment}
        value={texts.noPayment}
        note={texts.noPaymentNote}
        quiet
      />
    )
  return (
    <NextStepItem
      label={texts.payment}
      value={
        <Link to={next.to} className="num">
          {formatRoubles(next.amount)}
        </Link>
      }
      note={`${bindModelName(next.title)}, ${next.due}`}
    />
  )
}

function NextBooking({ bookings, now }: { bookings: readonly BookingRead[]; now: Date }) {
  const [next] = bookings
    .filter(
      (booking) =>
        booking.status !== 'cancelled' && booking.starts_at && new Date(booking.starts_at) > now,
    )
    .sort((one, other) => (one.starts_at ?? '').localeCompare(other.starts_at ?? ''))
  if (!next?.starts_at)
    return (
      <NextStepItem
        label={texts.meeting}
        value={texts.noMeeting}
        note={<Link to={pages.dashboardBookings}>{texts.book}</Link>}
        quiet
      />
    )
  return (
    <NextStepItem
      label={texts.meeting}
      value={<Link to={pages.dashboardBookings}>{next.title}</Link>}
      note={formatDayAndTime(next.starts_at)}
    />
  )
}

type NextStepProps = {
  label: string
  value: ReactNode
  note: ReactNode
  quiet?: boolean
}

export function NextStepItem({ label, value, note, quiet }: NextStepProps) {
  return (
    <div className={quiet ? 'is-quiet' : undefined}>
      <p className="cap">{label}</p>
      <p className="db-next-value">{value}</p>
      <p className="s ink2">{typeof note === 'string' ? typographer(note) : note}</p>
    </div>
  )
}
