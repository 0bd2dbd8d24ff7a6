import type { ReactNode } from 'react'
import type { CalculationRead, CurrentRead, PowerBandRead } from '../../api/wire/calculator.ts'
import { formatDay } from '../../lib/dates.ts'
import { bindEditionNames } from '../../lib/editionNames.ts'
import { formatRoubles, formatRoublesChange } from '../../lib/numbers.ts'
import { result as texts } from '../../shared/texts/calculator.ts'
import { Button } from '../../ui/Button.tsx'

type Props = {
  result: CalculationRead
  /** The user or a date selected the edition, so a button returns to the default edition. */
  isChosen: boolean
  isBusy?: boolean
  /**
   * Recalculates with an edition, or with the default one. Absent for a saved calculation, which
   * never changes.
   */
  onEdition?: (edition?: string) => void
}

/** The results of the edition in force today and of the default edition, with buttons to switch between them. */
export function EditionTiles({ result, isChosen, isBusy, onEdition }: Props) {
  const { current } = result
  const defaultResult = result.default
  const backButton = onEdition && (
    <Button variant="line" disabled={isBusy} onClick={() => onEdition()}>
      {texts.useDefault}
    </Button>
  )
  if (current)
    return (
      <div className="calc-tiles">
        <Tile tag={texts.inForce} caption={texts.current} amounts={current}>
          <Differences differences={current.differences} />
          {onEdition && (
            <Button variant="line" disabled={isBusy} onClick={() => onEdition(current.edition)}>
              {texts.useCurrent}
            </Button>
          )}
        </Tile>
        <Tile
          tag={formatTag(result)}
          caption={texts.byDefault(bindEditionNames(result.edition))}
          amounts={result}
        >
          <p className="s mute">{texts.shown}</p>
          {isChosen && backButton}
        </Tile>
      </div>
    )
  if (!isChosen) return null
  return (
    <div className="calc-tiles">
      <Tile tag={texts.inForce} caption={texts.current} amounts={result}>
        <p className="s mute">{texts.shown}</p>
        {!defaultResult && backButton}
      </Tile>
      {defaultResult && (
        <Tile
          tag={formatTag(defaultResult)}
          caption={texts.byDefault(bindEditionNames(defaultResult.edition))}
          amounts={defaultResult}
        >
          {backButton}
        </Tile>
      )}
    </div>
  )
}

const formatTag = ({ editionEnds }: Pick<CalculationRead, 'editionEnds'>) =>
  editionEnds ? texts.ended(formatDay(editionEnds)) : texts.defaultTile

type TileProps = {
  tag: string
  caption: string
  amounts: { total: number; powerRange?: PowerBandRead[] | null }
  children: ReactNode
}

function Tile({ tag, caption, amounts, children }: TileProps) {
  const strongest = amounts.powerRange?.at(-1)
  return (
    <div className="calc-tile">
      <p className="xs mute">{tag}</p>
      <p className="s ink2">
        {caption} <span className="calc-tile-sum num">{formatRoubles(amounts.total, 'text')}</span>
      </p>
      {strongest && (
        <p className="calc-tile-sum num">{texts.upTo(formatRoubles(strongest.total, 'text'))}</p>
      )}
      {children}
    </div>
  )
}

function Differences({ differences }: Pick<CurrentRead, 'differences'>) {
  if (differences.length === 0) return null
  return (
    <ul className="s" aria-label={texts.differences}>
      {differences.map(({ code, title, difference }) => (
        <li key={code}>
          {title} <span className="num">{formatRoublesChange(difference)}</span>
        </li>
      ))}
    </ul>
  )
}
