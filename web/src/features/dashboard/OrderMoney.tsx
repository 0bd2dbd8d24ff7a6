import { payments as paymentTexts } from '../../app/texts/payments.ts'
import type { OrderRead } from '../../app/wire/content.ts'
import { EmptyState } from '../../ui/EmptyState'
import { ContractCalculation } from './ContractCalculation.tsx'
import { MoneyBar } from './MoneyBar.tsx'
import { PaymentTable } from './PaymentTable.tsx'
import { useGetMyPaymentsQuery } from './paymentsApi.ts'
import { QueryView } from './QueryView.tsx'

export function OrderMoney({ order, now }: { order: OrderRead; now: Date }) {
  const query = useGetMyPaymentsQuery()
  return (
    <div className="db-columns">
      <div>
        <h2 className="db-sub">{paymentTexts.title}</h2>
        <QueryView query={query} errorTitle={paymentTexts.failed}>
          {({ payments }) => {
            const own = payments.filter((payment) => payment.order_id === order.id)
            return own.length > 0 ? (
              <PaymentTable payments={own} now={now} />
            ) : (
              <EmptyState title={paymentTexts.empty}>{paymentTexts.emptyHint}</EmptyState>
            )
          }}
        </QueryView>
        <ContractCalculation order={order} />
      </div>
      <aside className="db-aside">
        <MoneyBar money={order.money} />
        <p className="s ink2">{paymentTexts.how}</p>
      </aside>
    </div>
  )
}
