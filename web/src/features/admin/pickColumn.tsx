// The column of boxes by which several rows of a list are chosen.

import { desk } from '../../app/texts/adminDesk.ts'
import { Checkbox } from '../../ui/Checkbox'
import type { Column } from '../../ui/Table'
import type { Item } from './section.ts'
import type { Picking } from './usePicking.ts'

export function pickColumn<Row extends Item>(
  rows: readonly Row[],
  picking: Picking<Row>,
  nameOf: (row: Row) => string,
): Column<Row> {
  const count = picking.chosen.length
  return {
    id: 'pick',
    width: '44px',
    title: (
      <Checkbox
        hideLabel
        label={desk.selectAll}
        checked={rows.length > 0 && count === rows.length}
        partial={count > 0 && count < rows.length}
        onChange={(event) => picking.pickAll(event.target.checked)}
      />
    ),
    cell: (row) => (
      <Checkbox
        hideLabel
        label={desk.select(nameOf(row))}
        checked={picking.isChosen(row.id)}
        onChange={(event) => picking.pick(row.id, event.target.checked)}
      />
    ),
  }
}
