import type { CalculationRead } from '../../api/wire/calculator.ts'
import { roubles, roublesChange } from '../../lib/numbers.ts'
import { result as texts } from '../../shared/texts/calculator.ts'
import { Button } from '../../ui/Button.tsx'

type Props = {
  result: CalculationRead
  /** The edition was chosen by hand; the button returns to the other one. */
  isChosen: boolean
  isBusy: boolean
  onEdition: (edition?: string) => void
}

/** Compares the edition in force with the one used, with a switch between them. */
export function EditionNotice({ result, isChosen, isBusy, onEdition }: Props) {
  const { current } = result
  if (isChosen) {
    return (
      <div className="calc-notice">
        <Button variant="line" disabled={isBusy} onClick={() => onEdition()}>
          {texts.useDefault}
        </Button>
      </div>
    )
  }
  if (!current) return null
  return (
    <div className="calc-notice">
      <p className="strong">{texts.current(roubles(current.total, 'text'))}</p>
      {current.differences.length > 0 && (
        <ul className="s" aria-label={texts.differences}>
          {current.differences.map(({ code, title, difference }) => (
            <li key={code}>
              {title} <span className="num">{roublesChange(difference)}</span>
            </li>
          ))}
        </ul>
      )}
      <Button variant="line" disabled={isBusy} onClick={() => onEdition(current.edition)}>
        {texts.useCurrent}
      </Button>
    </div>
  )
}
