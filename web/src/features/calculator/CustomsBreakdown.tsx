// The amounts of one calculation: the total with its bar, and every line with its explanation.

import type { ReactNode } from 'react'
import type { BreakdownLineRead, CalculationRead } from '../../api/wire/calculator.ts'
import { bindEditionNames } from '../../lib/editionNames.ts'
import { formatNumber, formatRoubles } from '../../lib/numbers.ts'
import { result as texts } from '../../shared/texts/calculator.ts'
import { whoBearsRisk } from '../../shared/texts/risk.ts'
import { GiantPrice } from '../../ui/GiantPrice.tsx'
import { MeasuredBar } from '../../ui/MeasuredBar.tsx'
import { type Hatch, Swatch } from '../../ui/Swatch.tsx'

const lineCodes = ['customsDuty', 'vat', 'exciseTax', 'recyclingFee', 'registrationCost'] as const
const hatches: Record<(typeof lineCodes)[number], Hatch> = {
  customsDuty: 'slant',
  vat: 'cross',
  exciseTax: 'rule',
  recyclingFee: 'dots',
  registrationCost: 'plain',
}

export type CalculationAmounts = Pick<
  CalculationRead,
  'breakdown' | 'edition' | 'eurRate' | 'powerRange' | 'total' | 'totalCustoms' | 'warnings'
> &
  Record<(typeof lineCodes)[number], number>

type CustomsBreakdownProps = {
  amounts: CalculationAmounts
  /** Content between the sum and its parts, such as the chosen edition. */
  children?: ReactNode
}

export function CustomsBreakdown({ amounts, children }: CustomsBreakdownProps) {
  const price = amounts.total - amounts.totalCustoms
  const lines = new Map(amounts.breakdown.map((line) => [line.code, line]))
  const parts = [
    { id: 'car', label: texts.car, value: price, hatch: 'solid' as Hatch },
    ...lineCodes.map((code) => ({
      id: code,
      label: texts.rows[code],
      value: amounts[code],
      hatch: hatches[code],
    })),
  ]
  return (
    <>
      <GiantPrice
        value={formatTotal(amounts)}
        label={texts.total}
        aside={texts.edition(
          bindEditionNames(amounts.edition),
          formatNumber(amounts.eurRate?.value),
        )}
      />
      {children}
      <MeasuredBar parts={parts} shares />
      <dl className="rows">
        {lineCodes.map((code) => (
          <Row
            key={code}
            title={texts.rows[code]}
            amount={amounts[code]}
            hatch={hatches[code]}
            line={lines.get(code)}
          />
        ))}
        <Sum title={texts.customs} amount={amounts.totalCustoms} />
        <Sum title={texts.total} amount={amounts.total} />
      </dl>
      <p className="s ink2 calc-risk">{whoBearsRisk}</p>
    </>
  )
}

/** One sum, or its lower and upper bound while the power is unknown. */
function formatTotal({ total, powerRange }: CalculationAmounts): string {
  const strongest = powerRange?.at(-1)
  return strongest
    ? `${formatNumber(total)} – ${formatRoubles(strongest.total)}`
    : formatRoubles(total)
}

type RowProps = { title: string; amount: number; hatch: Hatch; line?: BreakdownLineRead }

function Row({ title, amount, hatch, line }: RowProps) {
  return (
    <div className="calc-row">
      <dt className="row">
        <Swatch hatch={hatch} />
        {title}
      </dt>
      <dd className="num calc-amount">{formatRoubles(amount)}</dd>
      {line && (
        <dd className="calc-why s">
          <span className="ink2">{line.formula}</span>
          <span className="mute xs">
            {texts.source}: {line.source}
          </span>
        </dd>
      )}
    </div>
  )
}

function Sum({ title, amount }: { title: string; amount: number }) {
  return (
    <div className="calc-row is-sum">
      <dt>{title}</dt>
      <dd className="num calc-amount">{formatRoubles(amount)}</dd>
    </div>
  )
}
