// The column of checkboxes that select rows of a list.

import { adminList } from '../../app/texts/adminList.ts'
import type { RowSelection } from '../../app/useRowSelection.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import type { Column } from '../../ui/Table.tsx'
import type { Item } from './section.ts'

export function selectionColumn<Row extends Item>(
  rows: readonly Row[],
  selection: RowSelection<Row>,
  rowName: (row: Row) => string,
): Column<Row> {
  const count = selection.selected.length
  return {
    id: 'pick',
    width: '44px',
    title: (
      <Checkbox
        hideLabel
        label={adminList.selectAll}
        checked={rows.length > 0 && count === rows.length}
        partial={count > 0 && count < rows.length}
        onChange={(event) => selection.toggleAll(event.target.checked)}
      />
    ),
    cell: (row) => (
      <Checkbox
        hideLabel
        label={adminList.select(rowName(row))}
        checked={selection.isSelected(row.id)}
        onChange={(event) => selection.toggle(row.id, event.target.checked)}
      />
    ),
  }
}
