import type { CSSProperties } from 'react'
import type { MoneyRead, OrderSummary } from '../../../api/wire/content.ts'
import { formatDay } from '../../../lib/dates.ts'
import { formatNumber, formatRoubles } from '../../../lib/numbers.ts'
import { money as texts } from '../../../shared/texts/orders.ts'
import { DimensionLine } from '../../../ui/DimensionLine.tsx'
import { TitledSection } from '../DashboardSection.tsx'

const toFlexGrow = (value: number) => ({ flexGrow: value }) as CSSProperties

/** A bar with the paid part of the agreed price. Nothing is left to pay for a cancelled order. */
export function MoneyBar({ order }: { order: Pick<OrderSummary, 'money' | 'status'> }) {
  const { money } = order
  const { agreed_rub: agreed, paid_rub: paid, left_rub: left } = money
  return (
    <TitledSection id="order-money" title={texts.title}>
      <DimensionLine value={<span className="num">{formatNumber(agreed)}</span>}>
        {texts.turnkey}
      </DimensionLine>
      <PaidBar money={money} />
      <p className="s db-ends">
        <span>
          {texts.paid} <span className="num strong">{formatRoubles(paid)}</span>
        </span>
        {order.status !== 'cancelled' && (
          <span className="ink2">
            {texts.left} <span className="num">{formatRoubles(left)}</span>
          </span>
        )}
      </p>
      {money.refunded_rub > 0 && (
        <p className="s ink2">
          {texts.refunded} <span className="num">{formatRoubles(money.refunded_rub)}</span>
        </p>
      )}
      {money.next_amount_rub !== null && (
        <p className="s db-ends db-next">
          <span>
            {texts.next}
            {money.next_due_at && (
              <span className="mute"> {texts.by(formatDay(money.next_due_at))}</span>
            )}
          </span>
          <span className="num strong">{formatRoubles(money.next_amount_rub)}</span>
        </p>
      )}
    </TitledSection>
  )
}

export function PaidBar({ money }: { money: MoneyRead }) {
  const { agreed_rub: agreed, paid_rub: paid } = money
  const left = agreed - paid
  return (
    <div
      className="db-paid"
      role="img"
      aria-label={texts.bar(formatRoubles(paid, 'text'), formatRoubles(agreed, 'text'))}
    >
      {paid > 0 && <span style={toFlexGrow(paid)} />}
      {left > 0 && <span style={toFlexGrow(left)} className="is-left" />}
    </div>
  )
}
