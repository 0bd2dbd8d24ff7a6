import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import type { PaymentRead } from '../../../api/wire/content.ts'
import { formatDay, formatDayAndTime } from '../../../lib/dates.ts'
import { bindModelName } from '../../../lib/modelNames.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { anchors, pages } from '../../../shared/paths.ts'
import { paymentTones } from '../../../shared/statusTones.ts'
import { payments as texts } from '../../../shared/texts/payments.ts'
import { whoBearsRisk } from '../../../shared/texts/risk.ts'
import { type Column, createFigureColumn, Table } from '../../../ui/Table.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { FileLink } from '../FileLink.tsx'
import '../tables.css'

export const isOpenPayment = (payment: PaymentRead) =>
  ['pending', 'waiting'].includes(payment.status)

/** A refund is a payment to the buyer, so its states have names of their own. */
const formatStatus = ({ kind, status }: PaymentRead): string =>
  (kind === 'refund' ? texts.refundStatus : texts.status)[status]

function formatPaymentDate(payment: PaymentRead, now: Date): string {
  if (payment.paid_at) return formatDay(payment.paid_at)
  if (!isOpenPayment(payment)) return formatDay(payment.updated_at)
  if (!payment.due_at) return texts.noDue
  // A reservation waits only hours for its payment, so its time counts.
  const due = payment.order_id ? formatDay(payment.due_at) : formatDayAndTime(payment.due_at)
  return new Date(payment.due_at) < now ? texts.overdue(due) : texts.due(due)
}

/** Is later than every due date. */
const afterAllDueDates = '9999'

/** Open payments first, by due date; then the others, newest first. */
function sortPayments(payments: readonly PaymentRead[]): PaymentRead[] {
  const settledAt = (payment: PaymentRead) => payment.paid_at ?? payment.updated_at
  const dueAt = (payment: PaymentRead) => payment.due_at ?? afterAllDueDates
  const open = payments.filter(isOpenPayment)
  const settled = payments.filter((payment) => !isOpenPayment(payment))
  return [
    ...open.sort((one, other) => dueAt(one).localeCompare(dueAt(other))),
    ...settled.sort((one, other) => settledAt(other).localeCompare(settledAt(one))),
  ]
}

/** The invoice with a QR code while the payment is open; then the receipt, or a confirmation. */
function PaymentDocument({ payment }: { payment: PaymentRead }) {
  if (payment.receipt_url)
    return <a href={payment.receipt_url}>{payment.receipt ?? texts.receipt}</a>
  const hasDocument =
    payment.kind !== 'refund' && (isOpenPayment(payment) || payment.status === 'paid')
  if (!hasDocument) return payment.receipt ?? <span className="mute">{texts.none}</span>
  const label = isOpenPayment(payment) ? texts.invoice : texts.confirmation
  return (
    <>
      <FileLink
        url={calls.paymentInvoice(payment.id)}
        name={`${label} ${payment.order_number}.pdf`}
        label={`${label}: ${payment.title}`}
      >
        {label}
      </FileLink>
      {payment.receipt && <p className="xs mute">{payment.receipt}</p>}
    </>
  )
}

type Props = {
  payments: readonly PaymentRead[]
  now: Date
  /** Shows the order of each payment, for a list of several orders. */
  showsOrders?: boolean
  /** Says of an open invoice with customs payments until when they may change. */
  showsRisk?: boolean
}

export function PaymentTable({ payments, now, showsOrders, showsRisk = true }: Props) {
  const columns: Column<PaymentRead>[] = [
    {
      id: 'title',
      title: texts.columns.title,
      cell: (payment) => (
        <>
          <span className="strong">{payment.title}</span>
          {showsRisk && payment.includes_customs && isOpenPayment(payment) && (
            <p className="xs ink2">{whoBearsRisk}</p>
          )}
          {showsOrders && (
            <p className="xs">
              <Link
                to={
                  payment.order_id
                    ? `${pages.dashboardOrder(payment.order_id)}?view=payments`
                    : anchors.reservations
                }
              >
                {bindModelName(payment.order_title)}
              </Link>{' '}
              <span className="mute num">{payment.order_number}</span>
            </p>
          )}
        </>
      ),
    },
    { id: 'when', title: texts.columns.when, cell: (payment) => formatPaymentDate(payment, now) },
    {
      id: 'status',
      title: texts.columns.status,
      cell: (payment) => <Tag tone={paymentTones[payment.status]}>{formatStatus(payment)}</Tag>,
    },
    {
      id: 'receipt',
      title: texts.columns.receipt,
      cell: (payment) => <PaymentDocument payment={payment} />,
    },
    createFigureColumn('sum', texts.columns.sum, (payment) => (
      <span className="strong">
        {formatRoubles(payment.kind === 'refund' ? -payment.amount_rub : payment.amount_rub)}
      </span>
    )),
  ]
  return (
    <div className="db-stack db-payments">
      <Table
        label={texts.table}
        columns={columns}
        rows={sortPayments(payments)}
        rowId={(payment) => payment.id}
      />
    </div>
  )
}
