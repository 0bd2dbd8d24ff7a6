import type { CSSProperties, ReactNode } from 'react'
import './Stamp.css'
import { joinClasses } from './classes.ts'

type StampCell = {
  term: string
  value: ReactNode
  /** Width in columns of the grid of twelve. */
  span?: number
}

/** The title block at the bottom of every page. */
export function Stamp({ cells, className }: { cells: readonly StampCell[]; className?: string }) {
  return (
    <dl className={joinClasses('ui-stamp', className)}>
      {cells.map(({ term, value, span = 2 }) => (
        <div key={term} style={{ '--span': span } as CSSProperties}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
