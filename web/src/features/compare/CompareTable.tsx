import { type CSSProperties, type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatRoubles } from '../../lib/numbers.ts'
import { ActionError } from '../../shared/ActionError.tsx'
import { compare as texts } from '../../shared/texts/compare.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { frameIcons } from '../../ui/frameIcons.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { ShareButton } from '../../ui/ShareButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { isDifferent, type Row } from './rows.ts'

export type ComparedColumn = {
  id: string
  /** Of a record that is not loaded: what is known of it without its data. */
  name: string
  /** URL of the record's page. */
  to: string
  picture?: ReactNode
  state: 'loading' | 'ready' | 'missing' | 'failed'
  /** Why the column has failed. */
  error?: unknown
  onRetry?: () => unknown
  /** Text for a missing record. */
  missingText: string
  /** The URL of the comparison without this column. */
  urlWithout: string
  onRemove?: () => void
}

type Props = {
  title: string
  columns: readonly ComparedColumn[]
  rows: readonly Row[]
  add: { to: string; label: string }
}

export function CompareTable({ title, columns, rows, add }: Props) {
  const [onlyDifferent, setOnlyDifferent] = useState(false)
  const isPresent = columns.map(({ state }) => state === 'ready')
  const knownRows = rows.filter(({ values }) => values.some((value) => value !== null))
  const shownRows = onlyDifferent
    ? knownRows.filter((row) => isDifferent(row, isPresent))
    : knownRows
  return (
    <section className="page section compare">
      <div className="compare-head">
        <h1>{title}</h1>
        <p className="ink2">{texts.lead}</p>
      </div>
      <div className="row-wrap compare-tools no-print">
        <Switch
          label={texts.only}
          checked={onlyDifferent}
          onChange={(event) => setOnlyDifferent(event.target.checked)}
        />
        <div className="btns">
          <LinkButton small variant="line" to={add.to}>
            {add.label}
          </LinkButton>
          <Button small variant="line" onClick={() => print()}>
            {texts.print}
          </Button>
          <ShareButton title={title} small />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls to the last columns only from here. */}
      <section className="compare-scroll" aria-label={texts.table} tabIndex={0}>
        <table className="compare-table" style={{ '--columns': columns.length } as CSSProperties}>
          <thead>
            <tr>
              <td className="compare-corner" />
              {columns.map((column) => (
                <th key={column.id} scope="col">
                  <ColumnHead column={column} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shownRows.map((row) => (
              <CompareRow key={row.label} row={row} isPresent={isPresent} columns={columns} />
            ))}
          </tbody>
        </table>
      </section>
      {onlyDifferent && shownRows.length === 0 && <p role="status">{texts.same}</p>}
    </section>
  )
}

function ColumnHead({ column }: { column: ComparedColumn }) {
  const navigate = useNavigate()
  const { name, to, picture, state, missingText, error, urlWithout, onRemove, onRetry } = column
  function remove() {
    onRemove?.()
    navigate(urlWithout, { replace: true, preventScrollReset: true })
  }
  return (
    <div className="compare-column">
      {picture && <div className="compare-picture">{picture}</div>}
      {state === 'loading' && <Skeleton height={48} />}
      {state === 'ready' && <Link to={to}>{name}</Link>}
      {state === 'missing' && (
        <>
          <span>{name}</span>
          <span className="mute">{missingText}</span>
        </>
      )}
      {state === 'failed' && (
        <>
          <Link to={to}>{name}</Link>
          <ActionError className="s" error={error} fallback={texts.failed} />
          <div className="btns no-print">
            <Button small variant="line" onClick={() => onRetry?.()}>
              {texts.again}
            </Button>
            <Button small variant="text" onClick={remove}>
              {texts.removeColumn}
            </Button>
          </div>
        </>
      )}
      <IconButton
        icon={frameIcons.close}
        label={texts.remove(name)}
        className="compare-remove no-print"
        onClick={remove}
      />
    </div>
  )
}

type RowProps = {
  row: Row
  isPresent: readonly boolean[]
  columns: readonly ComparedColumn[]
}

function CompareRow({ row, isPresent, columns }: RowProps) {
  const known = (row.sums ?? []).filter((sum) => sum !== null)
  const lowest = known.length > 1 ? Math.min(...known) : null
  const hasDifference = isDifferent(row, isPresent)
  return (
    <tr className={hasDifference ? 'is-different' : undefined}>
      <th scope="row">{row.label}</th>
      {row.values.map((value, index) => {
        const sum = row.sums?.[index]
        const above = lowest !== null && sum != null && hasDifference ? sum - lowest : null
        return (
          <td key={columns[index]?.id} className="num">
            {isPresent[index] ? (value ?? texts.unknown) : null}
            {above !== null && (
              <span className="xs mute compare-above">
                {above === 0 ? texts.lowest : texts.more(formatRoubles(above, 'text'))}
              </span>
            )}
          </td>
        )
      })}
    </tr>
  )
}
