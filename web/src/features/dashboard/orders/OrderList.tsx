import { Link } from 'react-router'
import type { OrderSummary, OrderList as Orders } from '../../../api/wire/content.ts'
import { formatDayRange } from '../../../lib/dates.ts'
import { bindModelName } from '../../../lib/modelNames.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { typographer } from '../../../lib/typography.ts'
import { anchors, pages } from '../../../shared/paths.ts'
import { orders as texts } from '../../../shared/texts/orders.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { describeOrderProgress, StepsBar } from './StepsBar.tsx'

export function OrderList({ answer }: { answer: Orders }) {
  if (answer.orders.length === 0)
    return (
      <EmptyState title={texts.empty} link={{ to: anchors.quickRequest, label: texts.request }}>
        {texts.emptyHint}
      </EmptyState>
    )
  return (
    <ul className="rows db-rows">
      {sortActiveFirst(answer.orders).map((order) => (
        <OrderRow key={order.id} order={order} />
      ))}
    </ul>
  )
}

/** Active orders first. Each group keeps the order of the response, newest first. */
function sortActiveFirst(orders: readonly OrderSummary[]): OrderSummary[] {
  const rank = (order: OrderSummary) => Number(order.status !== 'active')
  return orders.toSorted((one, other) => rank(one) - rank(other))
}

function findHandoverDates({ steps, status }: OrderSummary) {
  const last = steps.at(-1)
  if (!last || status === 'cancelled') return null
  return status === 'done' && last.actual_at
    ? { label: texts.handedOver, dates: formatDayRange(last.actual_at, last.actual_at) }
    : { label: texts.keys, dates: formatDayRange(last.planned_from, last.planned_to) }
}

function OrderRow({ order }: { order: OrderSummary }) {
  const handover = findHandoverDates(order)
  const current = order.steps.find((step) => step.status === 'current')
  return (
    <li className="db-order" data-status={order.status}>
      <div>
        <h3>
          <Link to={pages.dashboardOrder(order.id)} className="plain">
            {bindModelName(order.title)}
          </Link>
        </h3>
        <p className="s mute num">{texts.number(order.number)}</p>
      </div>
      <div className="stack-4">
        <StepsBar steps={order.steps} status={order.status} />
        <p className="s strong">{describeOrderProgress(order)}</p>
        {order.status === 'active' && current?.note && (
          <p className="s ink2">{typographer(current.note)}</p>
        )}
      </div>
      <div className="db-order-dates">
        {handover && (
          <p>
            <span className="cap">{handover.label}</span>
            <span className="num db-order-when">{handover.dates}</span>
          </p>
        )}
        {order.status !== 'cancelled' && (
          <p className="s ink2">
            {order.money.left_rub > 0
              ? texts.left(formatRoubles(order.money.left_rub, 'text'))
              : texts.allPaid}
          </p>
        )}
      </div>
    </li>
  )
}
