import { useId } from 'react'
import { result as texts } from '../../app/texts/calculator.ts'
import type { WarningRead } from '../../app/wire/calculator.ts'

export function Warnings({ warnings }: { warnings: WarningRead[] }) {
  const title = useId()
  if (warnings.length === 0) return null
  return (
    <div className="calc-warnings">
      <p id={title} className="s calc-warnings-title">
        {texts.warnings}
      </p>
      <ul className="s ink2" aria-labelledby={title}>
        {warnings.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </div>
  )
}
