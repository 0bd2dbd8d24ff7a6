import { useId } from 'react'
import type { WarningRead } from '../../api/wire/calculator.ts'
import { bindEditionNames } from '../../lib/editionNames.ts'
import { typographer } from '../../lib/typography.ts'
import { result as texts } from '../../shared/texts/calculator.ts'

/** Warnings of the service about a calculation, such as a rate that is not certain. */
export function CalculationWarnings({ warnings }: { warnings: readonly WarningRead[] }) {
  const titleId = useId()
  if (warnings.length === 0) return null
  return (
    <div className="calc-warnings">
      <p id={titleId} className="s strong calc-warnings-title">
        {texts.warnings}
      </p>
      <ul className="s ink2" aria-labelledby={titleId}>
        {warnings.map(({ code, message }) => (
          <li key={code}>{bindEditionNames(typographer(message))}</li>
        ))}
      </ul>
    </div>
  )
}
