import { Link } from 'react-router'
import type { OrderRead } from '../../../api/wire/content.ts'
import { formatDay } from '../../../lib/dates.ts'
import { formatNumber, formatRoubles, formatRoublesChange } from '../../../lib/numbers.ts'
import { NBSP } from '../../../lib/spaces.ts'
import { pages } from '../../../shared/paths.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { money as texts } from '../../../shared/texts/orders.ts'
import { payments as paymentTexts } from '../../../shared/texts/payments.ts'
import { whoBearsRisk } from '../../../shared/texts/risk.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { MeasuredBar } from '../../../ui/MeasuredBar.tsx'
import { type Hatch, Swatch } from '../../../ui/Swatch.tsx'
import { TitledSection } from '../DashboardSection.tsx'
import { isOpenPayment, PaymentTable } from '../payments/PaymentTable.tsx'
import { useGetMyPaymentsQuery } from '../payments/paymentsApi.ts'
import { Waterfall } from '../payments/Waterfall.tsx'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { MoneyBar } from './MoneyBar.tsx'
import { type OrderCalculation, parseOrderCalculation, sumLines } from './orderCalculation.ts'

export function OrderMoney({ order, now }: { order: OrderRead; now: Date }) {
  const query = useGetMyPaymentsQuery()
  const hasInvoice = query.currentData?.payments.some(
    (payment) =>
      payment.order_id === order.id && payment.kind !== 'refund' && isOpenPayment(payment),
  )
  return (
    <div className="db-columns">
      <div>
        <h2 className="db-sub">{paymentTexts.title}</h2>
        <QueryView query={query} errorTitle={paymentTexts.failed} skeleton={<RowsSkeleton />}>
          {({ payments }) => {
            const orderPayments = payments.filter((payment) => payment.order_id === order.id)
            return orderPayments.length > 0 ? (
              <>
                {order.status !== 'cancelled' && (
                  <Waterfall payments={orderPayments} agreed={order.price_rub} />
                )}
                <PaymentTable
                  payments={orderPayments}
                  now={now}
                  // The calculation below says the same.
                  showsRisk={parseOrderCalculation(order) === null}
                />
              </>
            ) : (
              <EmptyState title={paymentTexts.empty}>{paymentTexts.emptyHint}</EmptyState>
            )
          }}
        </QueryView>
        <ContractCalculation order={order} />
      </div>
      <aside className="db-aside">
        <MoneyBar order={order} />
        {hasInvoice && <p className="s ink2">{paymentTexts.how}</p>}
      </aside>
    </div>
  )
}

const hatches: readonly Hatch[] = [
  'solid',
  'slant',
  'plain',
  'dots',
  'cross',
  'rule',
  'upright',
  'back',
  'grid',
]

/** The calculation on which the contract is based. New rates do not change it. */
function ContractCalculation({ order }: { order: OrderRead }) {
  const calculation = parseOrderCalculation(order)
  if (!calculation) return <p className="s ink2 db-contract">{texts.noCalculation}</p>
  const total = sumLines(calculation.lines)
  const parts = calculation.lines.map((line, index) => ({
    id: line.title,
    label: line.title,
    value: line.amount,
    hatch: hatches[index % hatches.length] ?? 'plain',
  }))
  return (
    <TitledSection
      id="order-calculation"
      title={texts.calculation}
      className="stack-16 db-contract"
    >
      <p className="s ink2">{describeSource(calculation)}</p>
      <p className="s ink2">{whoBearsRisk}</p>
      <MeasuredBar parts={parts} height={36} />
      <table className="ui-table">
        <thead className="sr">
          <tr>
            <th scope="col">{texts.columns.line}</th>
            <th scope="col">{texts.columns.sum}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.id}>
              <td>
                <span className="row">
                  <Swatch hatch={part.hatch} />
                  {part.label}
                </span>
              </td>
              <td className="is-right num">{formatRoubles(part.value)}</td>
            </tr>
          ))}
          <tr className="is-sum">
            <td>{texts.total}</td>
            <td className="is-right num">{formatRoubles(total)}</td>
          </tr>
          {total !== order.price_rub && (
            <tr>
              <td className="ink2">{texts.difference}</td>
              <td className="is-right num">{formatRoublesChange(order.price_rub - total)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {order.calculation_id && (
        <Link className="s" to={pages.calculation(order.calculation_id)}>
          {texts.open}
        </Link>
      )}
    </TitledSection>
  )
}

function describeSource({ edition, rate, savedAt }: OrderCalculation): string {
  const parts = [
    edition && `${texts.edition} ${edition}`,
    rate && `${texts.rate.toLowerCase()} ${formatNumber(rate, 'text')}${NBSP}₽`,
    savedAt && `${texts.saved.toLowerCase()} ${formatDay(savedAt)}`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')}. ${texts.frozen}` : texts.frozen
}
