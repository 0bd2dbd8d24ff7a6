import type { CalculationRead } from '../../api/wire/calculator.ts'
import { formatRoubles } from '../../lib/numbers.ts'
import { mini } from '../../shared/texts/homeFirstScreen.ts'
import { MeasuredBar } from '../../ui/MeasuredBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Hatch, Swatch } from '../../ui/Swatch.tsx'

type Row = { id: string; label: string; hatch: Hatch; value: number | null }

/**
 * All values are from one response. The typed price is not used, because it may already belong to the
 * next request.
 */
function describeRows(estimate?: CalculationRead): Row[] {
  return [
    {
      id: 'car',
      label: mini.car,
      hatch: 'solid',
      value: estimate ? estimate.total - estimate.totalCustoms : null,
    },
    { id: 'duty', label: mini.duty, hatch: 'slant', value: estimate?.customsDuty ?? null },
    {
      id: 'recycling',
      label: mini.recycling,
      hatch: 'dots',
      value: estimate?.recyclingFee ?? null,
    },
    { id: 'fee', label: mini.fee, hatch: 'plain', value: estimate?.registrationCost ?? null },
  ]
}

type Props = {
  estimate?: CalculationRead
  isBusy: boolean
  isComplete: boolean
}

/** The sum, its bar and its parts. Their layout is fixed before the figures arrive. */
export function MiniResult({ estimate, isBusy, isComplete }: Props) {
  const shown = isComplete ? estimate : undefined
  const rows = describeRows(shown)
  const parts = rows.map(({ value, ...row }) => ({ ...row, value: value ?? 0 }))
  return (
    <div className="home-mini-result" aria-live="polite" aria-busy={isBusy}>
      <p className="s ink2">{isComplete ? mini.total : mini.incomplete}</p>
      <output className="home-mini-sum num">
        <Amount value={shown?.total ?? null} isAwaited={isComplete} placeholderWidth="72%" />
      </output>
      <div className="home-mini-bar">
        {shown && <MeasuredBar parts={parts} height={36} label="" />}
        {!shown && isComplete && <Skeleton height={36} />}
      </div>
      <ul className="home-mini-parts">
        {rows.map(({ id, label, hatch, value }) => (
          <li key={id} className="row">
            <Swatch hatch={hatch} />
            {label}
            <span className="num">
              <Amount value={value} isAwaited={isComplete} placeholderWidth="6em" />
            </span>
          </li>
        ))}
      </ul>
      <p className="xs mute">{mini.note}</p>
    </div>
  )
}

type AmountProps = { value: number | null; isAwaited: boolean; placeholderWidth: string }

/** A sum in roubles. While it is loading, a placeholder is shown; while a field is empty, a dash. */
function Amount({ value, isAwaited, placeholderWidth }: AmountProps) {
  if (value !== null) return formatRoubles(value)
  return isAwaited ? <Skeleton width={placeholderWidth} /> : '—'
}
