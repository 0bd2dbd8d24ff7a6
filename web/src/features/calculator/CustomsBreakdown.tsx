// The amounts of one calculation: the total with its bar, and every line with its explanation.

import type { ReactNode } from 'react'
import type { BreakdownLineRead, CalculationRead } from '../../api/wire/calculator.ts'
import { bindEditionNames } from '../../lib/editionNames.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { formatSumByPower } from '../../shared/sumByPower.ts'
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
  | 'breakdown'
  | 'current'
  | 'edition'
  | 'eurRate'
  | 'powerRange'
  | 'total'
  | 'totalCustoms'
  | 'warnings'
> &
  Record<(typeof lineCodes)[number], number>

type CustomsBreakdownProps = {
  amounts: CalculationAmounts
  /** Content between the sum and its parts, such as the chosen edition. */
  children?: ReactNode
}

export function CustomsBreakdown({ amounts, children }: CustomsBreakdownProps) {
  const price = amounts.total - amounts.totalCustoms
  const sumToday = describeSumToday(amounts)
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
        value={formatSumByPower(amounts, 'total')}
        label={texts.total}
        aside={texts.edition(
          bindEditionNames(amounts.edition),
          formatNumber(amounts.eurRate?.value),
        )}
      />
      {sumToday && (
        <p className="calc-today">
          {texts.todayByPower} <span className="num">{sumToday}</span>
        </p>
      )}
      {children}
      <MeasuredBar parts={parts} shares />
      <dl className="rows">
        {lineCodes.map((code) => (
          <Row
            key={code}
            title={texts.rows[code]}
            amount={formatSumByPower(amounts, code)}
            hatch={hatches[code]}
            line={lines.get(code)}
          />
        ))}
        <Sum title={texts.customs} amount={formatSumByPower(amounts, 'totalCustoms')} />
        <Sum title={texts.total} amount={formatSumByPower(amounts, 'total')} />
        {sumToday && <Sum title={texts.todayByPower} amount={sumToday} />}
      </dl>
      <p className="s ink2 calc-risk">{whoBearsRisk}</p>
    </>
  )
}

/**
 * Both bounds by the edition in force, if only that one asks for the power. The sum of an edition that has ended would
 * otherwise read as the price of a powerful car today.
 */
function describeSumToday({ current, powerRange }: CalculationAmounts): string | null {
  return current?.powerRange && !powerRange ? formatSumByPower(current, 'total') : null
}

type RowProps = { title: string; amount: string; hatch: Hatch; line?: BreakdownLineRead }

function Row({ title, amount, hatch, line }: RowProps) {
  return (
    <div className="calc-row">
      <dt className="row">
        <Swatch hatch={hatch} />
        {title}
      </dt>
      <dd className="num calc-amount">{amount}</dd>
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

function Sum({ title, amount }: { title: string; amount: string }) {
  return (
    <div className="calc-row is-sum">
      <dt>{title}</dt>
      <dd className="num calc-amount">{amount}</dd>
    </div>
  )
}
