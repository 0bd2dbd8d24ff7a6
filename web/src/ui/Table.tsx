import type { ReactNode } from 'react'
import './Table.css'
import { joinClasses } from './classes.ts'

export type Column<Row> = {
  id: string
  title: ReactNode
  cell: (row: Row) => ReactNode
  /** The header is a button that requests this order. */
  sortable?: boolean
  align?: 'right'
  width?: string
  /** Figures do not wrap. */
  num?: boolean
  /** A class of the header and of the cells. */
  className?: string
}

/** A column of right-aligned figures. */
export const createFigureColumn = <Row,>(
  id: string,
  title: ReactNode,
  cell: (row: Row) => ReactNode,
): Column<Row> => ({ id, title, cell, align: 'right', num: true })

export type Order = { column: string; direction: 'asc' | 'desc' }

type TableProps<Row> = {
  /** The accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  order?: Order
  onOrder?: (order: Order) => void
  isSelected?: (row: Row) => boolean
  /** Rows take the focus by keys; this one is in the tab order, null for none. */
  focusRow?: string | null
  /** Smaller rows, for tools. */
  dense?: boolean
  /** Columns keep their widths, and cells truncate long text. */
  fixed?: boolean
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowId, order, onOrder, isSelected, focusRow, dense, fixed } = props
  function chooseTabIndex(id: string): number | undefined {
    if (focusRow === undefined) return undefined
    return id === focusRow ? 0 : -1
  }
  return (
    // Keyboard users must be able to scroll this region.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the hidden columns cannot be reached.
    <section className="ui-table-scroll" aria-label={label} tabIndex={0}>
      <table className={joinClasses('ui-table', dense && 'is-dense', fixed && 'is-fixed')}>
        <caption className="sr">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowId(row)}
              className={joinClasses(isSelected?.(row) && 'is-selected')}
              data-row={rowId(row)}
              tabIndex={chooseTabIndex(rowId(row))}
            >
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={chooseCellClass(column)}
                  data-label={typeof column.title === 'string' ? column.title : undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type ColumnLook = Pick<Column<never>, 'align' | 'num' | 'className'>

function chooseCellClass({ align, num, className }: ColumnLook): string | undefined {
  return joinClasses(align === 'right' && 'is-right', num && 'num', className) || undefined
}

const sorted = {
  asc: { ariaSort: 'ascending', arrow: '\u00a0↑' },
  desc: { ariaSort: 'descending', arrow: '\u00a0↓' },
} as const

type HeaderCellProps = {
  column: ColumnLook & { id: string; title: ReactNode; sortable?: boolean; width?: string }
  order?: Order
  onOrder?: (order: Order) => void
}

function HeaderCell({ column, order, onOrder }: HeaderCellProps) {
  const current = order?.column === column.id ? order.direction : null
  const next = current === 'asc' ? 'desc' : 'asc'
  return (
    <th
      scope="col"
      style={column.width ? { width: column.width } : undefined}
      className={joinClasses(column.align === 'right' && 'is-right', column.className)}
      aria-sort={current ? sorted[current].ariaSort : undefined}
    >
      {column.sortable && onOrder ? (
        <button type="button" onClick={() => onOrder({ column: column.id, direction: next })}>
          {column.title}
          <span aria-hidden="true">{current && sorted[current].arrow}</span>
        </button>
      ) : (
        column.title
      )}
    </th>
  )
}
