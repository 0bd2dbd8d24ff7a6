// The payments of an order as steps from zero to the agreed price. The payment table has the same
// sums.

import type { CSSProperties } from 'react'
import type { PaymentRead } from '../../../api/wire/content.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { typographer } from '../../../lib/typography.ts'
import { waterfall as texts } from '../../../shared/texts/payments.ts'
import type { Hatch } from '../../../ui/Swatch.tsx'
import { createWaterfallRows } from './waterfallRows.ts'
import '../charts.css'

type Props = { payments: readonly PaymentRead[]; agreed: number }

const hatches: Record<string, Hatch> = { paid: 'solid', waiting: 'cross', pending: 'slant' }

export function Waterfall({ payments, agreed }: Props) {
  const rows = createWaterfallRows(payments, agreed)
  if (rows.length < 2) return null
  return (
    <figure className="db-chart">
      <figcaption className="s ink2">{texts.caption}</figcaption>
      <div className="db-plan" role="img" aria-label={texts.label(formatRoubles(agreed, 'text'))}>
        {rows.map(({ id, title, amount, state, from, to }) => (
          <div key={id} className="db-plan-row has-sum">
            <span className="s">{typographer(title)}</span>
            <span className="db-plan-line">
              <i
                className={`db-plan-part ui-hatch ui-hatch-${hatches[state] ?? 'empty'}`}
                style={{ '--from': from, '--to': to } as CSSProperties}
              />
            </span>
            <span className="s num">{formatRoubles(amount)}</span>
          </div>
        ))}
      </div>
    </figure>
  )
}
