import { useState } from 'react'
import { Link } from 'react-router'
import type { OrderSummary } from '../../../api/wire/content.ts'
import { bindModelName } from '../../../lib/modelNames.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { pages } from '../../../shared/paths.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { money, orders as orderTexts } from '../../../shared/texts/orders.ts'
import { payments as texts } from '../../../shared/texts/payments.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import { TitledSection } from '../DashboardSection.tsx'
import { PaidBar } from '../orders/MoneyBar.tsx'
import { useGetMyOrdersQuery } from '../orders/ordersApi.ts'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { PaymentTable } from './PaymentTable.tsx'
import { useGetMyPaymentsQuery } from './paymentsApi.ts'
import '../orders/order.css'

const skeleton = <RowsSkeleton rows={6} />

export function PaymentsPage() {
  const query = useGetMyOrdersQuery()
  // The payments are requested at once, although they are rendered after the orders.
  useGetMyPaymentsQuery()
  return (
    <>
      {query.isLoading && !query.error ? (
        // One skeleton for both parts, because the height of the first depends on its data.
        <Loading>{skeleton}</Loading>
      ) : (
        <>
          <QueryView
            query={query}
            errorTitle={orderTexts.failed}
            renderError={(_error, note) => (
              <TitledSection id="payments-balance" title={texts.balance} className="db-section">
                {note}
              </TitledSection>
            )}
            skeleton={<RowsSkeleton />}
          >
            {({ orders }) => (
              <OrderBalances orders={orders.filter(({ status }) => status === 'active')} />
            )}
          </QueryView>
          <AllPayments />
        </>
      )}
    </>
  )
}

function AllPayments() {
  const query = useGetMyPaymentsQuery()
  const [now] = useState(() => new Date())
  return (
    <TitledSection id="payments-list" title={texts.list} className="db-section">
      <QueryView query={query} errorTitle={texts.failed} skeleton={skeleton}>
        {({ payments }) =>
          payments.length > 0 ? (
            <PaymentTable payments={payments} now={now} showsOrders />
          ) : (
            <EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>
          )
        }
      </QueryView>
    </TitledSection>
  )
}

function OrderBalances({ orders }: { orders: readonly OrderSummary[] }) {
  if (orders.length === 0) return null
  return (
    <TitledSection id="payments-balance" title={texts.balance} className="db-section">
      <ul className="rows db-balances">
        {orders.map(({ id, title, money: balance }) => (
          <li key={id}>
            <Link to={`${pages.dashboardOrder(id)}?view=payments`} className="plain strong">
              {bindModelName(title)}
            </Link>
            <PaidBar money={balance} />
            <span className="s mute">
              {money.paid} <span className="num">{formatRoubles(balance.paid_rub)}</span>
            </span>
            {balance.refunded_rub > 0 && (
              <span className="s mute">
                {money.refunded} <span className="num">{formatRoubles(balance.refunded_rub)}</span>
              </span>
            )}
            {balance.left_rub > 0 ? (
              <span className="s">
                {money.left} <span className="num strong">{formatRoubles(balance.left_rub)}</span>
              </span>
            ) : (
              <span className="s ink2">{orderTexts.allPaid}</span>
            )}
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}
