import type { CSSProperties } from 'react'
import type { MoneyRead } from '../../api/wire/content.ts'
import { day } from '../../lib/dates.ts'
import { formatNumber, roubles } from '../../lib/numbers.ts'
import { money as texts } from '../../shared/texts/orders.ts'
import { DimensionLine } from '../../ui/DimensionLine.tsx'
import { TitledSection } from './DashboardSection.tsx'

const growStyle = (value: number) => ({ flexGrow: value }) as CSSProperties

/** A bar with the paid part of the agreed price. */
export function MoneyBar({ money }: { money: MoneyRead }) {
  const { agreed_rub: agreed, paid_rub: paid, left_rub: left } = money
  return (
    <TitledSection id="order-money" title={texts.title}>
      <DimensionLine value={<span className="num">{formatNumber(agreed)}</span>}>
        {texts.turnkey}
      </DimensionLine>
      <PaidBar money={money} />
      <p className="s db-ends">
        <span>
          {texts.paid} <span className="num strong">{roubles(paid)}</span>
        </span>
        <span className="ink2">
          {texts.left} <span className="num">{roubles(left)}</span>
        </span>
      </p>
      {money.refunded_rub > 0 && (
        <p className="s ink2">
          {texts.refunded} <span className="num">{roubles(money.refunded_rub)}</span>
        </p>
      )}
      {money.next_amount_rub !== null && (
        <p className="s db-ends db-next">
          <span>
            {texts.next}
            {money.next_due_at && <span className="mute"> {texts.by(day(money.next_due_at))}</span>}
          </span>
          <span className="num strong">{roubles(money.next_amount_rub)}</span>
        </p>
      )}
    </TitledSection>
  )
}

export function PaidBar({ money }: { money: MoneyRead }) {
  const { agreed_rub: agreed, paid_rub: paid, left_rub: left } = money
  return (
    <div
      className="db-paid"
      role="img"
      aria-label={texts.bar(roubles(paid, 'text'), roubles(agreed, 'text'))}
    >
      {paid > 0 && <span style={growStyle(paid)} />}
      {left > 0 && <span style={growStyle(left)} className="is-left" />}
    </div>
  )
}
