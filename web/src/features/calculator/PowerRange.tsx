import type { CalculationRead } from '../../api/wire/calculator.ts'
import { formatNumber, formatRoubles } from '../../lib/numbers.ts'
import { result as texts } from '../../shared/texts/calculator.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Note } from '../../ui/Note.tsx'

type PowerRangeProps = { calculation: Pick<CalculationRead, 'powerRange' | 'current'> }

/** Explains the two bounds, and shows the sum for each power. */
export function PowerRange({ calculation }: PowerRangeProps) {
  const ranges = calculation.powerRange ?? calculation.current?.powerRange
  if (!ranges || ranges.length === 0) return null
  return (
    <Note tone="warn">
      <p>{texts.powerMissing}</p>
      <p>{texts.powerHow}</p>
      <Disclosure summary={texts.powerRanges}>
        <dl className="calc-powers s">
          {ranges.map(({ upToHp, total }) => (
            <div key={upToHp ?? 'beyond'}>
              <dt>{upToHp ? texts.powerUpTo(formatNumber(upToHp, 'text')) : texts.powerBeyond}</dt>
              <dd className="num">{formatRoubles(total)}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </Note>
  )
}
