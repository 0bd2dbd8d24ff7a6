// The deeds that several sections offer for chosen records.

import { desk } from '../../app/texts/adminDesk.ts'
import type { Change } from './adminApi.ts'
import type { BulkDeed, Item, Source } from './section.ts'

/** A change of one record that was seen in its present version. */
export function changed(source: Source, row: Item, body: object): Change {
  return {
    url: source.item?.(row.id) ?? source.list,
    method: 'PATCH',
    body: { ...body, version: row.version },
    tags: source.tags,
  }
}

export function removal<Row extends Item>(source: Source): BulkDeed<Row> {
  return {
    key: 'remove',
    label: desk.removeSome,
    change: (row) => ({
      url: source.item?.(row.id) ?? source.list,
      method: 'DELETE',
      tags: source.tags,
    }),
    ask: { title: desk.removeSomeQuestion, hint: desk.removeHint, confirm: desk.remove },
  }
}
