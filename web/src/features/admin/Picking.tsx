// Choosing several rows of a list, and the column of boxes they are chosen by.

import { useState } from 'react'
import { desk } from '../../app/texts/adminDesk.ts'
import { Checkbox } from '../../ui/Checkbox'
import type { Column } from '../../ui/Table'
import type { Item } from './section.ts'

export type Picking<Row> = {
  /** Those of the rows in sight; what went with another page is no longer chosen. */
  chosen: Row[]
  isChosen: (id: string) => boolean
  pick: (id: string, isPicked: boolean) => void
  pickAll: (isPicked: boolean) => void
}

export function usePicking<Row extends Item>(rows: readonly Row[]): Picking<Row> {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  return {
    chosen: rows.filter(({ id }) => picked.has(id)),
    isChosen: (id) => picked.has(id),
    pick: (id, isPicked) =>
      setPicked((before) => {
        const next = new Set(before)
        if (isPicked) next.add(id)
        else next.delete(id)
        return next
      }),
    pickAll: (isPicked) => setPicked(new Set(isPicked ? rows.map(({ id }) => id) : [])),
  }
}

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
