import { result as texts } from '../../app/texts/calculator.ts'
import type { WarningRead } from '../../app/wire/calculator.ts'

export function Warnings({ warnings }: { warnings: WarningRead[] }) {
  if (warnings.length === 0) return null
  return (
    <div className="calc-warnings">
      <h3 className="s">{texts.warnings}</h3>
      <ul className="s ink2">
        {warnings.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </div>
  )
}
