import { useState } from 'react'
import { Link } from 'react-router'
import { pages } from '../../app/paths.ts'
import { money, orders as orderTexts } from '../../app/texts/orders.ts'
import { payments as texts } from '../../app/texts/payments.ts'
import type { OrderSummary } from '../../app/wire/content.ts'
import { roubles } from '../../lib/numbers'
import { EmptyState } from '../../ui/EmptyState'
import { DashboardFrame } from './DashboardFrame.tsx'
import { TitledSection } from './DashboardSection.tsx'
import { PaidBar } from './MoneyBar.tsx'
import { useGetMyOrdersQuery } from './ordersApi.ts'
import { PaymentTable } from './PaymentTable.tsx'
import { useGetMyPaymentsQuery } from './paymentsApi.ts'
import { QueryView, RowsSkeleton } from './QueryView.tsx'
import './order.css'

export function PaymentsPage() {
  const query = useGetMyPaymentsQuery()
  const { data: orders } = useGetMyOrdersQuery()
  const [now] = useState(() => new Date())
  const active = orders?.orders.filter((order) => order.status === 'active') ?? []
  return (
    <DashboardFrame title={texts.title} aside={texts.how}>
      {active.length > 0 && <OrderBalances orders={active} />}
      <TitledSection id="payments-list" title={texts.list} className="db-section">
        <QueryView query={query} errorTitle={texts.failed} skeleton={<RowsSkeleton rows={6} />}>
          {({ payments }) =>
            payments.length > 0 ? (
              <PaymentTable payments={payments} now={now} withOrders />
            ) : (
              <EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>
            )
          }
        </QueryView>
      </TitledSection>
    </DashboardFrame>
  )
}

function OrderBalances({ orders }: { orders: readonly OrderSummary[] }) {
  return (
    <TitledSection id="payments-balance" title={texts.balance} className="db-section">
      <ul className="rows db-balances">
        {orders.map(({ id, title, money: sum }) => (
          <li key={id}>
            <Link to={`${pages.dashboardOrder(id)}?view=payments`} className="plain strong">
              {title}
            </Link>
            <PaidBar money={sum} />
            <span className="s mute">
              {money.paid} <span className="num">{roubles(sum.paid_rub)}</span>
            </span>
            {sum.left_rub > 0 ? (
              <span className="s">
                {money.left} <span className="num strong">{roubles(sum.left_rub)}</span>
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
